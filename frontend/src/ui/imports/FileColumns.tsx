// What each column of the file stands for; what was not recognised is chosen here, and the file tried again.
import { Button, NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import type { Import } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import classes from "./Imports.module.css";
import { useImportChange } from "./useImportChange";

export function FileColumns({ file }: { file: Import }) {
  const t = useTranslate();
  const [fields, setFields] = useState(file.columns.map(({ field }) => field ?? ""));
  const { check, busy, refusal } = useImportChange(file);
  const unknown = file.columns.filter(({ field }) => field === null).length;
  const offered = file.fields.map(({ field, name, is_required }) => ({
    value: field,
    label: is_required ? t("imports.required", { name }) : name,
  }));
  const choose = (at: number, field: string) =>
    setFields(fields.map((before, place) => (place === at ? field : before)));
  return (
    <details open={unknown > 0 || file.state === "refused"}>
      <summary className={classes.summary}>
        {t("imports.columns", { known: file.columns.length - unknown, count: file.columns.length })}
      </summary>
      <div className={classes.columns}>
        {file.columns.map(({ header }, at) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns are told apart by their place alone
            key={at}
            label={header || t("imports.unnamed_column", { place: at + 1 })}
            value={fields[at] ?? ""}
            onChange={(event) => choose(at, event.currentTarget.value)}
            data={[{ value: "", label: t("imports.left_out") }, ...offered]}
          />
        ))}
      </div>
      {refusal && (
        <Text role="alert" size="sm" className={classes.wrong ?? ""}>
          {refusal}
        </Text>
      )}
      <Button variant="default" loading={busy} onClick={() => check(fields)}>
        {t("imports.check_again")}
      </Button>
    </details>
  );
}
