// Finds a record that is linked to nothing among those that a match can still take.
import type { Match, MatchCandidate } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { ReferenceSelect } from "../../../ui/fields/ReferenceSelect";
import { fittingServices, type Source } from "./services";

type Props = {
  match: Match;
  value: MatchCandidate | null;
  missed: boolean;
  onChange: (record: MatchCandidate | null) => void;
};

/** Work is looked for among its client's own. */
export function RecordSearch({ match, value, missed, onChange }: Props) {
  const t = useTranslate();
  const { kind, client, records } = match;
  const originOf = (service: Source) =>
    service === "regie" ? t("matching.ours") : serviceName(service);
  const described = ({ name, service, detail, is_active }: MatchCandidate) =>
    [name, originOf(service), detail, is_active ? null : t("matching.inactive")]
      .filter(Boolean)
      .join(" · ");
  const label = t("matching.search.label");
  return (
    <ReferenceSelect
      label={label}
      name={label}
      description={t("matching.search.help")}
      error={missed && value === null && t("matching.search.first")}
      path="/match-candidates"
      query={{
        kind,
        service: fittingServices(match),
        ...(kind === "project" && client ? { client: [client.api_id] } : {}),
      }}
      excludedIds={records.map(({ api_id }) => api_id)}
      value={value && { api_id: value.api_id, name: described(value) }}
      onChange={(_, row) => onChange(row ?? null)}
      getLabel={described}
    />
  );
}
