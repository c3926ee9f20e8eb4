// Where files are dropped or chosen, with what kind of document they are.
import { Box, NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { FileDrop } from "../../../ui/fields/FileDrop";
import classes from "./Attachments.module.css";

export const ACCEPTED_FILES =
  ".pdf,.png,.jpg,.jpeg,.gif,.webp,.docx,.xlsx,.pptx,.odt,.ods,.odp,.txt,.csv,.md";

type Props = { onFiles: (files: readonly File[], category: string) => void };

export function UploadArea({ onFiles }: Props) {
  const t = useTranslate();
  const { items } = useEnumOptions();
  const [category, setCategory] = useState("other");
  return (
    <Box mb="md">
      <FileDrop
        label={t("attachments.upload.title")}
        many
        accept={ACCEPTED_FILES}
        choose={t("attachments.upload.choose")}
        onFiles={(files) => onFiles(files, category)}
        before={
          <NativeSelect
            label={t("attachments.field.category")}
            value={category}
            onChange={(event) => setCategory(event.currentTarget.value)}
            data={items("attachment_category")}
          />
        }
      >
        <Text size="sm" c="dimmed" className={classes.hint ?? ""}>
          {t("attachments.upload.hint")}
        </Text>
      </FileDrop>
    </Box>
  );
}
