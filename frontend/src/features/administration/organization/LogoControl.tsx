// The organization's logo: chosen or dropped, resized in the browser, and saved with the form.
import { Button, FileButton, Group, Input } from "@mantine/core";
import { IconPhoto, IconTrash } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import { serverUrl } from "../../../api/baseUrl";
import { useTranslate } from "../../../i18n/translate";
import { PICTURE_TYPES, resizeLogo } from "../../../lib/picture";
import type { ControlProps } from "../../../ui/form/controls/control";
import type { Ref } from "../../../ui/form/fields";
import classes from "./Organization.module.css";

/** A stored logo has an address; a newly chosen one is the base64 content. */
function imageSource({ api_id }: Ref): string {
  return api_id.startsWith("/api/") ? serverUrl(api_id) : `data:image/png;base64,${api_id}`;
}

export function LogoControl(props: ControlProps<Ref | null>) {
  const { id, label, description, error, value, onChange } = props;
  const t = useTranslate();
  const [unreadable, setUnreadable] = useState(false);
  const choose = async (file: File | null | undefined) => {
    if (!file) return;
    const picture = await resizeLogo(file);
    setUnreadable(picture === null);
    if (picture !== null) onChange({ api_id: picture, name: file.name });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void choose(event.dataTransfer.files[0]);
  };
  const errorText = unreadable ? t("organization.logo.not_a_picture") : error;
  return (
    <Input.Wrapper
      id={id}
      labelElement="div"
      label={label}
      description={description}
      error={errorText}
    >
      <Group
        mt={6}
        mb={errorText ? 6 : 0}
        gap="md"
        className={classes.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        {value && (
          <img className={classes.logo} src={imageSource(value)} alt={t("organization.logo.alt")} />
        )}
        <Group gap="xs">
          {/* The key resets the input: the same file can be chosen again after its removal. */}
          <FileButton
            key={value?.api_id ?? ""}
            accept={PICTURE_TYPES.join(",")}
            onChange={(file) => void choose(file)}
          >
            {(buttonProps) => (
              <Button
                {...buttonProps}
                id={id}
                variant="default"
                leftSection={<IconPhoto size={16} aria-hidden />}
                aria-describedby={`${id}-description${errorText ? ` ${id}-error` : ""}`}
              >
                {t(value ? "organization.logo.change" : "organization.logo.choose")}
              </Button>
            )}
          </FileButton>
          {value && (
            <Button
              variant="default"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => onChange(null)}
            >
              {t("organization.logo.remove")}
            </Button>
          )}
        </Group>
      </Group>
    </Input.Wrapper>
  );
}
