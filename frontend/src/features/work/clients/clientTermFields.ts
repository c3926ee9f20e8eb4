// The fields of a client's dated terms.
import { ClientTermCreate } from "../../../api/shapes/ClientTermCreate.gen";
import { defineFields } from "../../../ui/form/fields";
import { FIRST_DAY, REASON } from "../../../ui/terms/termFields";

export const clientTermFields = defineFields(ClientTermCreate, [
  FIRST_DAY,
  {
    kind: "reference",
    name: "account_manager",
    label: "clients.field.account_manager",
    path: "/account-managers",
    required: true,
  },
  { kind: "reference", name: "team", label: "clients.field.team", path: "/teams" },
  REASON,
]);
