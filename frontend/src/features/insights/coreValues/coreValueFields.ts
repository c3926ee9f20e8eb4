// The form fields of a core value: names and descriptions in both languages, then icon and colour.
import { CoreValueCreate } from "../../../api/shapes/CoreValueCreate.gen";
import { defineFields } from "../../../ui/form/fields";
import { ColourControl, IconControl } from "./AppearanceControls";

export const coreValueFields = defineFields(CoreValueCreate, [
  {
    kind: "text",
    name: "name_en",
    label: "core_values.field.name_en",
    required: true,
    half: true,
    section: "core_values.section.words",
  },
  {
    kind: "text",
    name: "name_fr",
    label: "core_values.field.name_fr",
    required: true,
    half: true,
  },
  {
    kind: "textarea",
    name: "description_en",
    label: "core_values.field.description_en",
    half: true,
  },
  {
    kind: "textarea",
    name: "description_fr",
    label: "core_values.field.description_fr",
    half: true,
  },
  {
    kind: "drawn",
    name: "icon",
    label: "core_values.field.icon",
    enumName: "core_value_icon",
    control: IconControl,
    required: true,
    section: "core_values.section.appearance",
  },
  {
    kind: "drawn",
    name: "colour",
    label: "core_values.field.colour",
    enumName: "core_value_colour",
    control: ColourControl,
    required: true,
  },
  {
    kind: "switch",
    name: "is_active",
    label: "core_values.field.is_active",
    help: "core_values.help.is_active",
  },
]);
