// A client's outstanding amounts and invoices.
import { itemQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslate } from "../../../i18n/translate";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { FigureCards } from "../../../ui/figures/FigureCards";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { useIsAdminArea } from "../../../ui/links/area";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { MoneyText } from "../../../ui/money/MoneyText";
import { LastSynchronized } from "../../../ui/services/LastSynchronized";
import { ClientMoneyText } from "./ClientMoneyText";

/** The expected height, to avoid layout shifts. */
const FIGURES_HEIGHT = 120;

export function ClientBilling({ id, invoices }: { id: string; invoices: ReactNode }) {
  const t = useTranslate();
  const isAdminArea = useIsAdminArea();
  const { data: client, isError, refetch } = useQuery(itemQuery("/clients/{id}", id));
  if (client === undefined && isError) return <LoadFailure isPage retry={refetch} />;
  if (client === undefined) return <Skeleton height={FIGURES_HEIGHT} />;
  const figures = (["outstanding", "overdue", "lifetime_revenue"] as const)
    .filter((name) => client[name] !== undefined)
    .map((name) => ({
      label: t(`clients.field.${name}`),
      value:
        name === "lifetime_revenue" ? (
          <MoneyText money={client[name]} />
        ) : (
          <ClientMoneyText client={client} name={name} />
        ),
    }));
  return (
    <>
      <PageTitle
        actions={
          <ButtonLink
            variant="default"
            to={isAdminArea ? "/admin/clients/$id/view" : "/clients/$id/view"}
            params={{ id }}
          >
            {t("clients.view_client")}
          </ButtonLink>
        }
      >
        {t("clients.billing_title", { name: client.name })}
      </PageTitle>
      <Stack gap="md" data-in-order>
        {figures.length > 0 && <FigureCards figures={figures} />}
        <LastSynchronized service="quickbooks" />
        {invoices}
      </Stack>
    </>
  );
}
