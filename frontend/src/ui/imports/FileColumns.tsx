// The field of each column; unrecognized columns are assigned here and the file is checked again.
import { Button, NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import type { Import } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import classes from "./Imports.module.css";
import { useImportChange } from "./useImportChange";

export function FileColumns({ file }: { file: Import }) {
  const t = useTranslate();
  const [fields, setFields] = useState(file.columns.map(({ field }) => field ?? ""));
  const { check, busy, failure } = useImportChange(file);
  const unrecognized = file.columns.filter(({ field }) => field === null).length;
  const options = file.fields.map(({ field, name, is_required }) => ({
    value: field,
    label: is_required ? t("imports.required", { name }) : name,
  }));
  const choose = (index: number, field: string) =>
    setFields(fields.map((before, position) => (position === index ? field : before)));
  return (
    <details open={unrecognized > 0 || file.state === "refused"}>
      <summary className={classes.summary}>
        {t("imports.columns", {
          known: file.columns.length - unrecognized,
          count: file.columns.length,
        })}
      </summary>
      <div className={classes.columns}>
        {file.columns.map(({ header }, index) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified only by their position
            key={index}
            label={header || t("imports.unnamed_column", { position: index + 1 })}
            value={fields[index] ?? ""}
            onChange={(event) => choose(index, event.currentTarget.value)}
            data={[{ value: "", label: t("imports.left_out") }, ...options]}
          />
        ))}
      </div>
      {failure && (
        <Text role="alert" size="sm" className={classes.wrong ?? ""}>
          {failure}
        </Text>
      )}
      <Button variant="default" loading={busy} onClick={() => check(fields)}>
        {t("imports.check_again")}
      </Button>
    </details>
  );
}
