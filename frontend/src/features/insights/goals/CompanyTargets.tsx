// The monthly targets of the organization: the grid of a year, and the way to other years.
import { ActionIcon, Group, Stack, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { useToday } from "../../../session/today";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import classes from "./CompanyTargets.module.css";
import { TargetsGrid } from "./TargetsGrid";

export function CompanyTargets() {
  const t = useTranslate();
  const [year, setYear] = useYear();
  const { data, isError, error, refetch } = useQuery(
    dataQuery("/company-targets", { query: { year } }),
  );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={720}>
        {t("targets.detail")}
      </Text>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t("targets.previous")}
          onClick={() => setYear(year - 1)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Text component="h2" fw={600} aria-live="polite">
          {year}
        </Text>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t("targets.next")}
          onClick={() => setYear(year + 1)}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {data ? (
        <TargetsGrid key={year} targets={data} />
      ) : isError ? (
        <LoadFailure retry={refetch} error={error} />
      ) : (
        <div className={classes.waiting} aria-busy="true" />
      )}
    </Stack>
  );
}

/** The year of the URL, or the present one. */
function useYear(): [number, (year: number) => void] {
  const present = Number(useToday().slice(0, 4));
  const search = useSearch({ strict: false }) as { year?: string | number };
  const navigate = useNavigate();
  const open = (year: number) =>
    void navigate({
      to: ".",
      search: { ...search, year: year === present ? undefined : String(year) },
      resetScroll: false,
    });
  return [/^20\d\d$/.test(String(search.year)) ? Number(search.year) : present, open];
}
