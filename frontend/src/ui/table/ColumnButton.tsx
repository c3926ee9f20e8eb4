// The button of the column chooser, the same before and after what is behind it has come.
import { Button, type ButtonProps } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import type { ComponentPropsWithRef } from "react";
import { useTranslate } from "../../i18n/translate";

type Props = ButtonProps & Omit<ComponentPropsWithRef<"button">, keyof ButtonProps>;

export function ColumnButton(props: Props) {
  const t = useTranslate();
  return (
    <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />} {...props}>
      {t("table.columns")}
    </Button>
  );
}
