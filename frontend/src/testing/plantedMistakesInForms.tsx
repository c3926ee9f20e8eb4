// One mistake of each kind that the types of forms and details must refuse: when one compiles, `make types` fails.
import { ClientCreate } from "../api/shapes/ClientCreate.gen";
import { ProjectCreate } from "../api/shapes/ProjectCreate.gen";
import { RateCreate } from "../api/shapes/RateCreate.gen";
import { useRecordFacts } from "../ui/details/RecordFacts";
import { defineFields } from "../ui/form/fields";
import { ResourceForm } from "../ui/form/ResourceForm";

const CLIENT = { name: "Aurora" } as const;
const LABEL = "clients.field.name" as const;

const fields = defineFields(ClientCreate, [
  { kind: "text", input: "url", name: "website", label: LABEL },
]);
export const wrongFields = [
  // @ts-expect-error wrong form field
  defineFields(ClientCreate, [{ kind: "text", name: "nmae", label: LABEL }]),
  // @ts-expect-error wrong kind of form field
  defineFields(ClientCreate, [{ kind: "switch", name: "name", label: LABEL }]),
  defineFields(ClientCreate, [
    // @ts-expect-error wrong value of a form field
    { kind: "choice", name: "health", label: LABEL, enumName: "client_health", values: ["blue"] },
  ]),
  defineFields(ClientCreate, [
    // @ts-expect-error wrong key of a form field
    { kind: "text", input: "url", name: "website", label: LABEL, requird: true },
  ]),
  // @ts-expect-error wrong list of a field's records
  defineFields(ClientCreate, [{ kind: "reference", name: "team", label: LABEL, path: "/team" }]),
];

export const wrongFormats = [
  // @ts-expect-error a text for an id
  defineFields(ClientCreate, [{ kind: "textarea", name: "team", label: LABEL }]),
  // @ts-expect-error hours for a name
  defineFields(ClientCreate, [{ kind: "hours", name: "name", label: LABEL }]),
  // @ts-expect-error a text for a date
  defineFields(ProjectCreate, [{ kind: "text", name: "start_on", label: LABEL }]),
  defineFields(ProjectCreate, [
    // @ts-expect-error money for hours
    { kind: "money", name: "budget_hours", label: LABEL, currencyField: "currency" },
  ]),
  defineFields(RateCreate, [
    // @ts-expect-error money for a rate
    { kind: "money", name: "rate", label: LABEL, currencyField: "currency" },
  ]),
  // @ts-expect-error a web address without its check
  defineFields(ClientCreate, [{ kind: "text", name: "website", label: LABEL }]),
  defineFields(ProjectCreate, [
    // @ts-expect-error an unknown currency field
    { kind: "money", name: "amount", label: LABEL, currencyField: "curency" },
  ]),
  defineFields(ClientCreate, [
    {
      kind: "textarea",
      name: "notes",
      label: LABEL,
      // @ts-expect-error shown by a value that a field cannot have
      visibleWhen: ({ health }) => health === "blue",
    },
  ]),
];

export const wrongEnumerations = [
  defineFields(ClientCreate, [
    // @ts-expect-error the enumeration of another field
    { kind: "choice", name: "health", label: LABEL, enumName: "client_status" },
  ]),
  // @ts-expect-error an enumeration that does not exist
  defineFields(ClientCreate, [{ kind: "choice", name: "health", label: LABEL, enumName: "helth" }]),
];

export function useWrongFacts() {
  // @ts-expect-error a field of the form that the record does not have
  useRecordFacts("clients", fields, CLIENT, { order: [] });
  // @ts-expect-error a fact without a label
  useRecordFacts("clients", fields, { website: "" }, { order: ["nmae"] });
}

const form = { formKey: "", path: "/clients", fields } as const;
const prefill = { currency: "CAD", nmae: "" } as const;

export const screens = (
  <>
    {/* @ts-expect-error fields of another body */}
    <ResourceForm formKey="" path="/teams" fields={fields} onSaved={() => {}} />
    {/* @ts-expect-error wrong key of a form's prefill */}
    <ResourceForm {...form} prefill={{ nmae: "" }} onSaved={() => {}} />
    {/* @ts-expect-error wrong key sent in addition to a form's fields */}
    <ResourceForm {...form} extra={{ nmae: "" }} onSaved={() => {}} />
    {/* @ts-expect-error wrong key of a form's prefill, in a variable */}
    <ResourceForm {...form} prefill={prefill} onSaved={() => {}} />
    {/* @ts-expect-error wrong value that a form starts with */}
    <ResourceForm {...form} prefill={{ health: "blue" }} onSaved={() => {}} />
    {/* @ts-expect-error wrong key sent in addition to a form's fields, in a variable */}
    <ResourceForm {...form} extra={prefill} onSaved={() => {}} />
    {/* @ts-expect-error wrong field of what a form saved */}
    <ResourceForm {...form} onSaved={(saved) => saved.nmae} />
    {/* @ts-expect-error missing path parameter of a form */}
    <ResourceForm formKey="" path="/employees/{id}/leaves" fields={[]} onSaved={() => {}} />
    <ResourceForm
      formKey=""
      // @ts-expect-error wrong endpoint of a form
      endpoint={{ path: "/clients", method: "patch" }}
      fields={[]}
      onSaved={() => {}}
    />
  </>
);
