// Lists the texts that still mention an erased person, with links to their records.
import { Button, Group, Text } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { Data } from "../../api/wire";
import { useTranslate } from "../../i18n/translate";
import { FormModal } from "../form/FormModal";
import uiClasses from "../ui.module.css";

export type Erasure = Data<"/erasures", "post">;

type Props = { erasure: Erasure; onClose: () => void };

export function MentionsDialog({ erasure, onClose }: Props) {
  const t = useTranslate();
  const router = useRouter();
  return (
    <FormModal
      opened
      title={t("erasure.mentions.title", { count: erasure.mention_count })}
      onClose={onClose}
    >
      <Text size="sm">{t("erasure.mentions.detail")}</Text>
      <ul>
        {erasure.mentions.map(({ table, name, link }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            {t(`erasure.table.${table}`)}{" "}
            {link === null ? (
              name
            ) : (
              <a href={router.history.createHref(link)} className={uiClasses.link}>
                {name}
              </a>
            )}
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t("erasure.mentions.close")}
        </Button>
      </Group>
    </FormModal>
  );
}
