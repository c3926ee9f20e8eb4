// Edits a core value.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { itemQuery } from "../../../api/queries";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { valueName } from "../../../ui/display/ValueBadge";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { FormPage } from "../../../ui/form/FormPage";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { coreValueFields } from "./coreValueFields";

export function CoreValueEdit({ id }: { id: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const navigate = useNavigate();
  const { can } = usePermissions();
  const { data: value } = useQuery(itemQuery("/core-values/{id}", id));
  if (value === undefined) return <DetailSkeleton />;
  const back = () => void navigate({ to: "/admin/core-values/$id/view", params: { id } });
  return (
    <FormPage>
      <PageTitle>{t("core_values.edit_title", { name: valueName(value, locale) })}</PageTitle>
      {can("core_values.edit") ? (
        <ResourceForm
          key={value.api_id}
          formKey={`core-values/${value.api_id}`}
          path="/core-values"
          fields={coreValueFields}
          record={value}
          onSaved={back}
          onCancel={back}
        />
      ) : (
        <Forbidden />
      )}
    </FormPage>
  );
}
