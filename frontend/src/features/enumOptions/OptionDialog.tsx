// A choice's words in both languages, over its list.
import { useQueryClient } from "@tanstack/react-query";
import type { OwnOption } from "../../api/types";
import { enumOptionsQuery } from "../../session/enumOptions";
import { FormModal } from "../../ui/form/FormModal";
import type { FieldDescription } from "../../ui/form/fields";
import { ResourceForm } from "../../ui/form/ResourceForm";
import type { OwnEnum } from "./ownOptions";

const LONGEST_NAME = 100;

const fields: readonly FieldDescription[] = [
  {
    kind: "text",
    name: "name_en",
    label: "enum_options.field.name_en",
    help: "enum_options.help.name_en",
    max: LONGEST_NAME,
    required: true,
  },
  {
    kind: "text",
    name: "name_fr",
    label: "enum_options.field.name_fr",
    max: LONGEST_NAME,
    required: true,
  },
];

type Props = {
  name: OwnEnum;
  option: OwnOption | undefined;
  title: string;
  onClose: () => void;
};

export function OptionDialog({ name, option, title, onClose }: Props) {
  const queryClient = useQueryClient();
  const path = `/enum-options/${name}`;
  return (
    <FormModal opened title={title} onClose={onClose}>
      <ResourceForm
        formKey={`${path}/${option?.value ?? "new"}`}
        path={path}
        fields={fields}
        record={option && { ...option, api_id: option.value }}
        onSaved={() => {
          void queryClient.invalidateQueries({ queryKey: ["api", "/enum-options"] });
          void queryClient.invalidateQueries(enumOptionsQuery);
          onClose();
        }}
        onCancel={onClose}
      />
    </FormModal>
  );
}
