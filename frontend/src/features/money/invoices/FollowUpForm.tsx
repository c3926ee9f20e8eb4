// The form of an invoice's follow-up.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Invoice } from "../../../api/types";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { followUpFields } from "./followUpFields";

export function FollowUpForm({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const queryClient = useQueryClient();
  const fields = useMemo(() => followUpFields(invoice), [invoice]);
  return (
    <ResourceForm
      formKey={`invoices/${invoice.api_id}`}
      path="/invoices"
      fields={fields}
      record={invoice}
      onSaved={() => {
        void queryClient.invalidateQueries({ queryKey: ["api"] });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
