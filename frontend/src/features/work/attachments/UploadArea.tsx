// The area to drop or choose files, with their category.
import { Box, NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import { listAttachments } from "../../../api/shapes/listAttachments.gen";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { FileDrop } from "../../../ui/fields/FileDrop";
import classes from "./Attachments.module.css";

export const ACCEPTED_FILES =
  ".pdf,.png,.jpg,.jpeg,.gif,.webp,.docx,.xlsx,.pptx,.odt,.ods,.odp,.txt,.csv,.md";

const { category: CATEGORIES } = listAttachments.values;
export type Category = (typeof CATEGORIES)[number];

type Props = { onFiles: (files: readonly File[], category: Category) => void };

export function UploadArea({ onFiles }: Props) {
  const t = useTranslate();
  const { items } = useEnumOptions();
  const [category, setCategory] = useState<Category>("other");
  return (
    <Box mb="md">
      <FileDrop
        label={t("attachments.upload.title")}
        multiple
        accept={ACCEPTED_FILES}
        buttonLabel={t("attachments.upload.choose")}
        onFiles={(files) => onFiles(files, category)}
        before={
          <NativeSelect
            label={t("attachments.field.category")}
            value={category}
            onChange={({ currentTarget: { value } }) =>
              setCategory(CATEGORIES.find((known) => known === value) ?? "other")
            }
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
