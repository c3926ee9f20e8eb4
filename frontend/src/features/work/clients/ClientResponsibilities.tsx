// Who has been, is and will be responsible for a client.
import type { Client } from "../../../api/types";
import { lazyComponent } from "../../../ui/lazyComponent";
import { Responsibilities } from "../../../ui/terms/Responsibilities";
import { clientTermFields } from "./clientTermFields";

const ClientTermDialog = lazyComponent(
  async () => (await import("./ClientTermDialog")).ClientTermDialog,
);

export function ClientResponsibilities({ client }: { client: Client }) {
  return (
    <Responsibilities
      records="clients"
      record={client}
      fields={clientTermFields}
      renderDialog={(form) => <ClientTermDialog client={client} form={form} />}
    />
  );
}
