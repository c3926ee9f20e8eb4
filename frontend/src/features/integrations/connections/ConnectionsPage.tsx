// The connections with outside services, and the history of synchronizations.

import { Text } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslate } from "../../../i18n/translate";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { UrlTabs } from "../../../ui/layout/UrlTabs";
import { lazyComponent } from "../../../ui/lazyComponent";
import { type ConnectionsSearch, isService } from "./connectionsSearch";
import { Services } from "./Services";
import { useCanEditConnections } from "./useCanEditConnections";
import { useConsentReturn } from "./useConsentReturn";

const RunHistory = lazyComponent(async () => (await import("./RunHistory")).RunHistory);
const SettingsDialog = lazy(async () => ({
  default: (await import("./SettingsDialog")).SettingsDialog,
}));

export function ConnectionsPage() {
  const t = useTranslate();
  const canEdit = useCanEditConnections();
  const navigate = useNavigate();
  const search: ConnectionsSearch = useSearch({ strict: false });
  const isFinishing = useConsentReturn(search);
  const { synced_before } = search;
  const close = () =>
    void navigate({
      to: ".",
      search: synced_before === undefined ? {} : { synced_before },
      resetScroll: false,
    });
  const tabs = [
    { id: "services", label: t("connections.tab.services"), panel: () => <Services /> },
    { id: "history", label: t("connections.tab.history"), panel: () => <RunHistory /> },
  ];
  return (
    <>
      <PageTitle>{t("connections.title")}</PageTitle>
      {isFinishing && (
        <Text role="status" aria-busy mb="md">
          {t("connections.consent.finishing")}
        </Text>
      )}
      <UrlTabs tabs={tabs} label={t("connections.title")} />
      {isService(search.edit) && canEdit && (
        <Suspense fallback={null}>
          <SettingsDialog service={search.edit} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
