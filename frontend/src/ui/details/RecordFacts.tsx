// The facts of a record: the fields of its form and other facts, in the order of the page.
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import type { Money } from "../../api/types";
import type { MessageKey } from "../../i18n/keys";
import { useTranslate } from "../../i18n/translate";
import { timezoneName } from "../../lib/timezoneName";
import { DateText } from "../display/DateText";
import { HoursText } from "../display/HoursText";
import { Tags } from "../display/Tags";
import type { FieldDescription } from "../form/fields";
import { useFieldText } from "../form/fieldText";
import { valueFromRecord } from "../form/payload";
import { MoneyText } from "../money/MoneyText";
import { safeUrl } from "../services/SourceLinks";
import classes from "../ui.module.css";
import type { Fact } from "./Facts";

/** The names of a noun's labels: `"clients.field.website"` → `"website"`. */
type LabelName<Noun extends string, Key = MessageKey> = Key extends `${Noun}.field.${infer Name}`
  ? Name
  : never;

type Layout<Noun extends string> = {
  /** The order of the facts; other fields of the form follow. */
  order: readonly LabelName<Noun>[];
  /** Fields that are shown elsewhere on the page. */
  omit?: readonly LabelName<Noun>[];
  /** Facts that are not fields of the form or need their own rendering; those without a value are left out. */
  extra?: { readonly [Name in LabelName<Noun>]?: ReactNode };
};

function Mail({ address }: { address: string }) {
  return (
    <Anchor inherit href={`mailto:${address}`}>
      {address}
    </Anchor>
  );
}

function Website({ url }: { url: string }) {
  const address = safeUrl(url);
  return address ? (
    <Anchor inherit href={address} target="_blank" rel="noopener noreferrer">
      {address.replace(/^https?:\/\//, "").replace(/\/$/, "")}
    </Anchor>
  ) : (
    url
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function useFieldValue() {
  const fieldText = useFieldText();
  const text = (field: FieldDescription & { kind: "text" }, value: string) => {
    if (field.input === "email") return <Mail address={value} />;
    return field.input === "url" ? <Website url={value} /> : value;
  };
  /** Null without a value, undefined when the user may not see it. */
  return (field: FieldDescription, value: unknown): ReactNode => {
    if (value === undefined) return undefined;
    if (isEmpty(value)) return null;
    switch (field.kind) {
      case "text":
        return text(field, value as string);
      case "textarea":
        return <span className={classes.lines}>{value as string}</span>;
      case "date":
        return <DateText on={value as string} />;
      case "hours":
        return <HoursText hours={value as string} />;
      case "money":
        return <MoneyText money={value as Money} />;
      case "tags":
        return <Tags tags={value as string[]} />;
      case "timezone":
        return timezoneName(value as string);
      default:
        return fieldText(field, valueFromRecord(field, value), "");
    }
  };
}

/** A new field of the form becomes a fact automatically; a field that the record lacks does not compile. */
export function useRecordFacts<Noun extends string, Item extends object>(
  noun: Noun,
  fields: readonly FieldDescription<keyof Item & string>[],
  record: Item,
  { order, omit = [], extra = {} }: Layout<Noun>,
): Fact[] {
  const t = useTranslate();
  const renderValue = useFieldValue();
  const byName = new Map(fields.map((field) => [field.name as string, field]));
  const fieldValues = fields.map(
    (field) => [field.name, renderValue(field, record[field.name])] as const,
  );
  const values: Record<string, ReactNode> = { ...Object.fromEntries(fieldValues), ...extra };
  const omitted: ReadonlySet<string> = new Set(omit);
  const names = new Set<string>([...order, ...Object.keys(values)]);
  return [...names]
    .filter((name) => !omitted.has(name) && values[name] !== undefined)
    .map((name) => {
      const label = byName.get(name)?.label ?? (`${noun}.field.${name}` as MessageKey);
      return { label: t(label), value: values[name] };
    });
}
