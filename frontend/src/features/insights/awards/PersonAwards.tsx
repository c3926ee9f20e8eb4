// The recognition that one person received: counts and cards.
import { Stack } from "@mantine/core";
import type { Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ListFrame } from "../../../ui/table/ListFrame";
import { AwardCards } from "./AwardCards";
import { AwardCounts } from "./AwardCounts";
import { awardsOfPerson } from "./awardsList";

export function PersonAwards({ person }: { person: Ref }) {
  const t = useTranslate();
  const label = t("recognition.of_person", { name: person.name });
  const fixed = { receiver: person.api_id };
  return (
    <Stack gap="md">
      <AwardCounts list={awardsOfPerson} fixed={fixed} />
      <ListFrame
        list={awardsOfPerson}
        label={label}
        fixed={fixed}
        empty={{
          title: t("recognition.none_yet.title"),
          detail: t("recognition.none_yet.detail"),
        }}
        renderRows={({ rows: awards, busy }) => (
          <AwardCards awards={awards} busy={busy} label={label} />
        )}
      />
    </Stack>
  );
}
