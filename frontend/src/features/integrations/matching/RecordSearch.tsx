// Searches unlinked records that a match can still accept.
import type { Match, MatchCandidate } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { ReferenceSelect } from "../../../ui/fields/ReferenceSelect";
import { linkableServices, type Source } from "./services";

type Props = {
  match: Match;
  value: MatchCandidate | null;
  isMissing: boolean;
  onChange: (record: MatchCandidate | null) => void;
};

/** For a project, only records of its client. */
export function RecordSearch({ match, value, isMissing, onChange }: Props) {
  const t = useTranslate();
  const { kind, client, records } = match;
  const originOf = (service: Source) =>
    service === "regie" ? t("matching.ours") : serviceName(service);
  const describe = ({ name, service, detail, is_active }: MatchCandidate) =>
    [name, originOf(service), detail, is_active ? null : t("matching.inactive")]
      .filter(Boolean)
      .join(" · ");
  const label = t("matching.search.label");
  return (
    <ReferenceSelect
      label={label}
      name={label}
      description={t("matching.search.help")}
      error={isMissing && value === null && t("matching.search.first")}
      path="/match-candidates"
      query={{
        kind,
        service: linkableServices(match),
        ...(kind === "project" && client ? { client: [client.api_id] } : {}),
      }}
      excludedIds={records.map(({ api_id }) => api_id)}
      value={value && { api_id: value.api_id, name: describe(value) }}
      onChange={(_, row) => onChange(row ?? null)}
      getLabel={describe}
    />
  );
}
