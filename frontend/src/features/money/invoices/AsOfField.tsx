// The day of receivables, in the address; today without one.
import { Group, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { useToday } from "../../../session/today";
import { CompleteDateField } from "../../../ui/fields/CompleteDateField";
import { changedSearch } from "../../../ui/links/screenSearch";

type Props = { day: string | undefined; explained: string };

export function AsOfField({ day, explained }: Props) {
  const t = useTranslate();
  const navigate = useNavigate();
  const today = useToday();
  const choose = (selected: string) => {
    const as_of = selected === today ? undefined : selected;
    const search = changedSearch({ as_of, page: undefined });
    void navigate({ to: ".", search, resetScroll: false });
  };
  return (
    <Group align="end" gap="md">
      <CompleteDateField label={t("receivables.as_of")} value={day ?? today} onChoose={choose} />
      <Text size="sm" c="dimmed" maw="60ch">
        {explained}
      </Text>
    </Group>
  );
}
