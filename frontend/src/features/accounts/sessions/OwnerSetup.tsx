// The first owner's page: names the owner and the organization, chooses its currency and days, and a password.
import { NativeSelect, Text, TextInput } from "@mantine/core";
import { OwnerSetupValues } from "../../../api/shapes/OwnerSetup.gen";
import { LOCALE_NAMES, LOCALES, type Locale, useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { intlTag } from "../../../lib/numbers";
import { timezoneName } from "../../../lib/timezoneName";
import { max, type Rule, required } from "../../../lib/validation";
import { useLocaleSwitch } from "../../../session/useLocaleSwitch";
import { PASSWORD_RULES } from "./ChoosePassword";
import { PasswordField } from "./PasswordField";
import { SignInForm } from "./SignInForm";
import { type OwnerAnswers, REFUSED, setUpOrganization } from "./signInCalls";
import { useCompleteSignIn } from "./useCompleteSignIn";
import { useSignInForm } from "./useSignInForm";

type Name =
  | "first_name"
  | "last_name"
  | "name"
  | "timezone"
  | "reporting_currency"
  | "password"
  | "confirmation";

const MAX_NAME_LENGTH = 200;
const MAX_PERSON_NAME_LENGTH = 100;
const CURRENCIES: readonly string[] = OwnerSetupValues.reporting_currency;
const RULES: Record<Name, Rule[]> = {
  first_name: [required(), max(MAX_PERSON_NAME_LENGTH)],
  last_name: [required(), max(MAX_PERSON_NAME_LENGTH)],
  name: [required(), max(MAX_NAME_LENGTH)],
  timezone: [],
  reporting_currency: [],
  ...PASSWORD_RULES,
};

/** The zones of the browser, and its own where the list names it differently. */
function listTimezones(own: string) {
  const zones = new Set(Intl.supportedValuesOf("timeZone")).add(own);
  return [...zones].sort().map((value) => ({ value, label: timezoneName(value) }));
}

function listCurrencies(locale: Locale) {
  const names = new Intl.DisplayNames(intlTag(locale), { type: "currency" });
  return CURRENCIES.map((value) => ({ value, label: `${value} – ${names.of(value)}` }));
}

/** `proposed` is what the command that made the link knows. */
type Props = { token: string; proposed: URLSearchParams; onInvalid: () => void };

export function OwnerSetup({ token, proposed, onInvalid }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const switchLocale = useLocaleSwitch();
  const complete = useCompleteSignIn({});
  const currency = proposed.get("currency") ?? "";
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = useSignInForm({
    rules: RULES,
    initialValues: {
      first_name: proposed.get("first_name") ?? "",
      last_name: proposed.get("last_name") ?? "",
      timezone: ownZone,
      reporting_currency: CURRENCIES.includes(currency) ? currency : CURRENCIES[0],
    },
    send: async ({ confirmation: _, ...answers }) =>
      complete(await setUpOrganization({ token, locale, ...answers } as OwnerAnswers)),
    onRefused: (error) => {
      if (error.code === REFUSED.link) onInvalid();
    },
  });
  return (
    <SignInForm
      title={t("setup.owner.title")}
      lead={<Text>{t("setup.owner.lead")}</Text>}
      submitLabel={t("login.choose.submit")}
      form={form}
    >
      <TextInput
        {...form.field("first_name")}
        label={t("users.field.first_name")}
        autoComplete="given-name"
        required
        withAsterisk={false}
      />
      <TextInput
        {...form.field("last_name")}
        label={t("users.field.last_name")}
        autoComplete="family-name"
        required
        withAsterisk={false}
      />
      <TextInput
        {...form.field("name")}
        label={t("organization.field.name")}
        autoComplete="organization"
        required
        withAsterisk={false}
      />
      <NativeSelect
        value={locale}
        onChange={({ currentTarget }) => switchLocale(currentTarget.value as Locale)}
        label={t("users.field.locale")}
        data={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
      />
      <NativeSelect
        {...form.field("timezone")}
        label={t("organization.field.timezone")}
        data={listTimezones(ownZone)}
      />
      <NativeSelect
        {...form.field("reporting_currency")}
        label={t("organization.field.reporting_currency")}
        data={listCurrencies(locale)}
      />
      <PasswordField
        field={form.field("password")}
        label={t("login.choose.password")}
        description={t("login.choose.rule")}
        autoComplete="new-password"
      />
      <PasswordField
        field={form.field("confirmation")}
        label={t("login.choose.confirmation")}
        autoComplete="new-password"
      />
    </SignInForm>
  );
}
