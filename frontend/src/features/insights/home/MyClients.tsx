// The user's clients with their outstanding amounts; hidden for other roles without clients.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { Section } from "../../../ui/layout/Section";
import { ClientLink } from "../../../ui/links/RecordLinks";
import { listFilters } from "../../../ui/links/screenSearch";
import { MoneyText } from "../../../ui/money/MoneyText";
import classes from "./Home.module.css";
import { myClientsQuery } from "./queries";
import { ShortList } from "./ShortList";

export function MyClients() {
  const t = useTranslate();
  const user = useCurrentUser();
  const query = useQuery(myClientsQuery(user));
  if (query.data?.meta.total === 0) {
    if (!user.roles.includes("account_manager")) return null;
    return (
      <Section title={t("home.clients.title")}>
        <Text c="dimmed">{t("home.clients.none")}</Text>
      </Section>
    );
  }
  return (
    <Section title={t("home.clients.title")}>
      <ShortList query={query}>
        {(client) => (
          <>
            <div className={classes.text}>
              <ClientLink client={client} />{" "}
              <StatusBadge enumName="client_status" value={client.status} />
            </div>
            {client.outstanding && (
              <div className={classes.amount}>
                <MoneyText money={client.outstanding} />
                <Text size="xs" c="dimmed">
                  {t("home.clients.outstanding")}
                </Text>
              </div>
            )}
          </>
        )}
      </ShortList>
      <Link
        to="/clients"
        search={listFilters("/clients", { account_manager: user.api_id })}
        className={classes.link}
      >
        {t("home.clients.mine")}
      </Link>
    </Section>
  );
}
