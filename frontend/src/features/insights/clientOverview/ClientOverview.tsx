// The overview of a client in pictures: revenue, retainers, receivables, the next steps and the timeline.
import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { Client } from "../../../api/types";
import { useCurrentUser } from "../../../session/currentUser";
import { ClientNext } from "./ClientNext";
import classes from "./ClientOverview.module.css";
import { ClientReceivables } from "./ClientReceivables";
import { ClientRetainers } from "./ClientRetainers";
import { ClientRevenue } from "./ClientRevenue";
import { ClientTimeline } from "./ClientTimeline";
import { canSee } from "./queries";

type Props = {
  client: Client;
  /** The hours given away and the margin, of other nouns. */
  givenHours: ReactNode;
  margin: ReactNode;
  children: ReactNode;
};

/** Amounts are shown only where the server sent those of this client. */
export function ClientOverview({ client, givenHours, margin, children }: Props) {
  const user = useCurrentUser();
  const seesMoney = client.mrr !== undefined;
  return (
    <Stack gap={0} data-in-order>
      {seesMoney && <ClientRevenue client={client} />}
      {canSee.retainers(user) && <ClientRetainers client={client} />}
      <div className={classes.two} data-in-order>
        {seesMoney && canSee.invoices(user) && <ClientReceivables client={client} />}
        <ClientNext client={client} />
      </div>
      {margin}
      {seesMoney && givenHours}
      <ClientTimeline client={client} />
      {children}
    </Stack>
  );
}
