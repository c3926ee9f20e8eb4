// The facts of a record: what its form has fields for, and what it has beside, in the page's order.
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
import { safeAddress } from "../services/SourceLinks";
import classes from "../ui.module.css";
import type { Fact } from "./Facts";

/** What a noun's labels name: `"clients.field.website"` → `"website"`. */
type Labelled<Noun extends string, Key = MessageKey> = Key extends `${Noun}.field.${infer Name}`
  ? Name
  : never;

type Layout<Noun extends string> = {
  /** The facts in their order; fields of the form that it does not name come after them. */
  order: readonly Labelled<Noun>[];
  /** Fields that are shown elsewhere on the page. */
  omit?: readonly Labelled<Noun>[];
  /** What is no field of the form, or drawn in a way of its own; without a value it is left out. */
  own?: { readonly [Name in Labelled<Noun>]?: ReactNode };
};

function Mail({ address }: { address: string }) {
  return (
    <Anchor inherit href={`mailto:${address}`}>
      {address}
    </Anchor>
  );
}

function Website({ url }: { url: string }) {
  const address = safeAddress(url);
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
  const wordsOf = useFieldText();
  const text = (field: FieldDescription & { kind: "text" }, value: string) => {
    if (field.input === "email") return <Mail address={value} />;
    return field.input === "url" ? <Website url={value} /> : value;
  };
  /** Null where there is no value, undefined where the reader may not see it. */
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
        return wordsOf(field, valueFromRecord(field, value), "");
    }
  };
}

/** A new field of the form is a fact without more ado; one that the record does not have does not compile. */
export function useRecordFacts<Noun extends string, Item extends object>(
  noun: Noun,
  fields: readonly FieldDescription<keyof Item & string>[],
  record: Item,
  { order, omit = [], own = {} }: Layout<Noun>,
): Fact[] {
  const t = useTranslate();
  const draw = useFieldValue();
  const byName = new Map(fields.map((field) => [field.name as string, field]));
  const found = fields.map((field) => [field.name, draw(field, record[field.name])] as const);
  const values: Record<string, ReactNode> = { ...Object.fromEntries(found), ...own };
  const omitted: ReadonlySet<string> = new Set(omit);
  const names = new Set<string>([...order, ...Object.keys(values)]);
  return [...names]
    .filter((name) => !omitted.has(name) && values[name] !== undefined)
    .map((name) => {
      const label = byName.get(name)?.label ?? (`${noun}.field.${name}` as MessageKey);
      return { label: t(label), value: values[name] };
    });
}
