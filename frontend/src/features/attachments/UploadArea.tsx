// Where files are dropped or chosen, with what kind of document they are.
import { Button, FileButton, NativeSelect, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import { useTranslate } from "../../i18n/translate";
import { useEnumOptions } from "../../session/enumOptions";
import classes from "./Attachments.module.css";

export const TAKEN =
  ".pdf,.png,.jpg,.jpeg,.gif,.webp,.docx,.xlsx,.pptx,.odt,.ods,.odp,.txt,.csv,.md";

type Props = { onFiles: (files: readonly File[], category: string) => void };

export function UploadArea({ onFiles }: Props) {
  const t = useTranslate();
  const { items } = useEnumOptions();
  const [category, setCategory] = useState("other");
  const [over, setOver] = useState(false);
  const [turn, setTurn] = useState(0);
  const take = (files: readonly File[]) => {
    // The same file may be chosen again after a refusal.
    setTurn(turn + 1);
    if (files.length > 0) onFiles(files, category);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label={t("attachments.upload.title")}
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <NativeSelect
        label={t("attachments.field.category")}
        value={category}
        onChange={(event) => setCategory(event.currentTarget.value)}
        data={items("attachment_category")}
      />
      <FileButton multiple accept={TAKEN} onChange={take} key={turn}>
        {(props) => (
          <Button {...props} leftSection={<IconUpload size={16} aria-hidden />}>
            {t("attachments.upload.choose")}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed" className={classes.hint ?? ""}>
        {t("attachments.upload.hint")}
      </Text>
    </section>
  );
}
