// Creates a core value at the end of the list.
import { useNavigate } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { FormPage } from "../../../ui/form/FormPage";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { coreValueFields } from "./coreValueFields";

export function CoreValueCreate() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { can } = usePermissions();
  const back = () => void navigate({ to: "/admin/core-values" });
  return (
    <FormPage>
      <PageTitle>{t("core_values.new")}</PageTitle>
      {can("core_values.edit") ? (
        <ResourceForm
          formKey="core-values/new"
          path="/core-values"
          fields={coreValueFields}
          prefill={{ is_active: true }}
          onSaved={back}
          onCancel={back}
        />
      ) : (
        <Forbidden />
      )}
    </FormPage>
  );
}
