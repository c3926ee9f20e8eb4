// The user's picture: chosen or dropped, cropped to a square, and shown at once in the whole application.
import { Button, FileButton, Group, Text } from "@mantine/core";
import { IconPhoto, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useState } from "react";
import { api } from "../../../api/client";
import { useTranslate } from "../../../i18n/translate";
import { cropToSquare, PICTURE_TYPES } from "../../../lib/picture";
import { showToast } from "../../../lib/toasts";
import { refreshCurrentUser, useCurrentUser } from "../../../session/currentUser";
import { Avatar } from "../../../ui/display/Avatar";
import { Section } from "../../../ui/layout/Section";
import classes from "./Profile.module.css";

function usePicture() {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [unreadable, setUnreadable] = useState(false);
  const change = async (save: () => Promise<unknown>, message: string) => {
    setBusy(true);
    try {
      await save();
      await refreshCurrentUser(queryClient);
      showToast({ kind: "success", summary: message });
    } finally {
      setBusy(false);
    }
  };
  const choose = async (file: File | null | undefined) => {
    if (!file) return;
    const content = await cropToSquare(file);
    setUnreadable(content === null);
    if (content === null) return;
    await change(() => api.put("/me/avatar", { content }), t("profile.picture.saved"));
  };
  const remove = () => change(() => api.delete("/me/avatar"), t("profile.picture.removed"));
  return { busy, unreadable, choose, remove };
}

export function PictureSection() {
  const t = useTranslate();
  const { name, avatar } = useCurrentUser();
  const picture = usePicture();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void picture.choose(event.dataTransfer.files[0]);
  };
  return (
    <Section title={t("profile.picture.title")}>
      <Group
        gap="md"
        wrap="wrap"
        className={classes.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <Avatar name={name} picture={avatar} size={72} />
        <div className={classes.grow}>
          <Group gap="xs">
            <FileButton
              accept={PICTURE_TYPES.join(",")}
              onChange={(file) => void picture.choose(file)}
              // Resets the input: the same file can be chosen again after a refusal.
              key={String(picture.busy)}
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  loading={picture.busy}
                  leftSection={<IconPhoto size={16} aria-hidden />}
                >
                  {t(avatar ? "profile.picture.change" : "profile.picture.choose")}
                </Button>
              )}
            </FileButton>
            {avatar && (
              <Button
                variant="default"
                disabled={picture.busy}
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => void picture.remove()}
              >
                {t("profile.picture.remove")}
              </Button>
            )}
            <Text size="sm" c="dimmed" className={classes.dropHint}>
              {t("profile.picture.drop")}
            </Text>
          </Group>
          <Text size="sm" c="dimmed" mt="xs">
            {t("profile.picture.detail")}
          </Text>
          <Text role="alert" size="sm" c="var(--regie-danger-text)">
            {picture.unreadable ? t("profile.picture.not_a_picture") : ""}
          </Text>
        </div>
      </Group>
    </Section>
  );
}
