// The clients the reader answers for, with what each still owes.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { MoneyText } from "../../ui/MoneyText";
import { ClientLink } from "../../ui/RecordLinks";
import { Section } from "../../ui/Section";
import { StatusBadge } from "../../ui/StatusBadge";
import { AttentionRows } from "./AttentionRows";
import classes from "./Home.module.css";
import { myClientsQuery } from "./queries";

export function MyClients() {
  const t = useTranslate();
  const user = useCurrentUser();
  const query = useQuery(myClientsQuery(user));
  return (
    <Section title={t("home.clients.title")}>
      {query.data?.meta.total === 0 ? (
        <Text c="dimmed">{t("home.clients.none")}</Text>
      ) : (
        <AttentionRows query={query}>
          {(client) => (
            <>
              <div className={classes.what}>
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
        </AttentionRows>
      )}
      <Link to="/clients" search={{ account_manager: user.api_id }} className={classes.link}>
        {t("home.clients.mine")}
      </Link>
    </Section>
  );
}
