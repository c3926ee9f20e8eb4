// The form field of a win back.
import { WinBackCreate } from "../../../api/shapes/WinBackCreate.gen";
import { defineFields } from "../../../ui/form/fields";

export const winBackFields = defineFields(WinBackCreate, [
  {
    kind: "text",
    name: "reason",
    label: "churns.field.won_back_reason",
    help: "churns.win_back.detail",
  },
]);
