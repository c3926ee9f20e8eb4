// The link to create out-of-scope work for a retainer.
import { IconPlus } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { ButtonLink } from "../../../ui/links/ButtonLink";

export function SellOosWorkLink({ parent }: { parent: string }) {
  const t = useTranslate();
  return (
    <ButtonLink
      to="/projects/create"
      search={{ kind: "oos", parent }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("oos_sales.sell")}
    </ButtonLink>
  );
}
