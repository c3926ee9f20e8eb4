// Status 404: an unknown URL, an invalid route parameter, or a missing record.
import { Text } from "@mantine/core";
import { useRouter, useRouterState } from "@tanstack/react-router";
import type { MessageKey } from "../../i18n/keys";
import { useTranslate } from "../../i18n/translate";
import { Failure } from "./Failure";

type Props = { data?: unknown; onLeave?: () => void };

/** The specification has different texts for an unknown path and an invalid parameter. */
function messageKey(data: unknown): MessageKey {
  const { reason } = (data ?? {}) as { reason?: string };
  return reason === "validation" ? "errors.not_found.validation" : "errors.not_found.path";
}

export function NotFoundPage({ data, onLeave }: Props) {
  const t = useTranslate();
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const leave = () => {
    void router.navigate({ to: "/" }).then(onLeave);
  };
  return (
    <Failure
      status="404"
      title={t("errors.not_found.title")}
      action={{ label: t("common.go_home"), run: leave }}
    >
      <Text>{t(messageKey(data), { path })}</Text>
      <Text c="dimmed">{t("errors.not_found.description")}</Text>
    </Failure>
  );
}
