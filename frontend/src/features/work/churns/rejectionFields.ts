// The form field of a rejection.
import { RejectionCreate } from "../../../api/shapes/RejectionCreate.gen";
import { defineFields } from "../../../ui/form/fields";

export const rejectionFields = defineFields(RejectionCreate, [
  {
    kind: "textarea",
    name: "reason",
    label: "churns.field.rejection_reason",
    help: "churns.reject.detail",
    required: true,
  },
]);
