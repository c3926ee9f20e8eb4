// The button of one's own views, the same before and after what is behind it has come.
import { Button, type ButtonProps } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import type { ComponentPropsWithRef } from "react";
import { useTranslate } from "../../i18n/translate";

type Props = ButtonProps & Omit<ComponentPropsWithRef<"button">, keyof ButtonProps>;

export function ViewsTrigger(props: Props) {
  const t = useTranslate();
  return (
    <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} {...props}>
      {t("table.views")}
    </Button>
  );
}
