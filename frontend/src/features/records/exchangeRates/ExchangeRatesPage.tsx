// The exchange rates by day: a list for everyone; with permission they can be entered, corrected and imported.
import "@mantine/core/styles/Skeleton.css";
import { Button, Text } from "@mantine/core";
import { IconFileUpload, IconPlus } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { useListState } from "../../../ui/table/useListState";
import { exchangeRateCells } from "./exchangeRateCells";
import { exchangeRatesList } from "./exchangeRatesList";
import { LastFetch } from "./LastFetch";
import { RateActions } from "./RateActions";

const RateDialog = lazyComponent(async () => (await import("./RateDialog")).RateDialog);
const ImportDialog = lazyComponent(async () => (await import("./ImportDialog")).ImportDialog);

const IMPORT = "import";

export function ExchangeRatesPage() {
  const t = useTranslate();
  const canEdit = usePermissions().can("settings.edit_rates");
  const { search, filterBy, close } = useListState(exchangeRatesList);
  const enterButton = canEdit && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => filterBy({ edit: "new" })}
    >
      {t("exchange_rates.enter")}
    </Button>
  );
  const importButton = canEdit && (
    <Button
      variant="default"
      leftSection={<IconFileUpload size={16} aria-hidden />}
      onClick={() => filterBy({ edit: IMPORT })}
    >
      {t("exchange_rates.import.title")}
    </Button>
  );
  return (
    <>
      <PageTitle
        actions={
          canEdit && (
            <>
              {importButton}
              {enterButton}
            </>
          )
        }
      >
        {t("exchange_rates.title")}
      </PageTitle>
      <Text size="sm" c="dimmed" mb="md" maw={720}>
        {t("exchange_rates.lead")}
      </Text>
      <div data-in-order>
        <LastFetch canStart={canEdit} />
        <ResourceTable
          list={exchangeRatesList}
          cells={exchangeRateCells}
          label={t("exchange_rates.title")}
          empty={{
            title: t("exchange_rates.empty.title"),
            detail: t("exchange_rates.empty.detail"),
            action: enterButton,
          }}
          actions={(rate) =>
            rate.can.length > 0 && (
              <RateActions rate={rate} onCorrect={() => filterBy({ edit: rate.api_id })} />
            )
          }
        />
      </div>
      {canEdit && search.edit === IMPORT && <ImportDialog onClose={close} />}
      {canEdit && search.edit !== undefined && search.edit !== IMPORT && (
        <RateDialog edit={search.edit} onClose={close} />
      )}
    </>
  );
}
