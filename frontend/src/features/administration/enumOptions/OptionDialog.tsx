// Creates or edits an option, with its names in both languages.

import { useQueryClient } from "@tanstack/react-query";
import { resourceKey } from "../../../api/queries";
import { OptionCreate } from "../../../api/shapes/OptionCreate.gen";
import type { OrganizationOption } from "../../../api/types";
import { enumOptionsQuery } from "../../../session/enumOptions";
import { FormModal } from "../../../ui/form/FormModal";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import type { EditableEnum } from "./editableOptions";

const fields = defineFields(OptionCreate, [
  {
    kind: "text",
    name: "name_en",
    label: "enum_options.field.name_en",
    help: "enum_options.help.name_en",
    required: true,
  },
  {
    kind: "text",
    name: "name_fr",
    label: "enum_options.field.name_fr",
    required: true,
  },
]);

type Props = {
  name: EditableEnum;
  option: OrganizationOption | undefined;
  title: string;
  onClose: () => void;
};

export function OptionDialog({ name, option, title, onClose }: Props) {
  const queryClient = useQueryClient();
  return (
    <FormModal opened title={title} onClose={onClose}>
      <ResourceForm
        formKey={`/enum-options/${name}/${option?.value ?? "new"}`}
        path="/enum-options/{enum}"
        params={{ enum: name }}
        fields={fields}
        record={option}
        endpoint={
          option && {
            path: "/enum-options/{enum}/{value}",
            params: { enum: name, value: option.value },
            method: "patch",
          }
        }
        onSaved={() => {
          void queryClient.invalidateQueries({ queryKey: resourceKey("/enum-options") });
          void queryClient.invalidateQueries(enumOptionsQuery);
          onClose();
        }}
        onCancel={onClose}
      />
    </FormModal>
  );
}
