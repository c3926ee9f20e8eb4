// Shows a user's permissions by resource, with the scope of each and what grants it.
import { Stack, Text } from "@mantine/core";
import type { Access } from "../../api/types";
import type { MessageKey } from "../../i18n/keys";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { byName } from "../../lib/text";
import { useEnumOptions } from "../../session/enumOptions";
import classes from "./AccessTable.module.css";

type Grant = Access["grants"][number];
type Resource = Grant["permission"] extends `${infer Name}.${string}` ? Name : never;
type Group = { resource: Resource; grants: Grant[] };

const resourceKey = (resource: Resource): MessageKey => `access.resource.${resource}`;
const grantKey = (grant: Grant): MessageKey => `access.can.${grant.permission}`;

function groupGrants(grants: readonly Grant[]): Group[] {
  const groups = new Map<Resource, Grant[]>();
  for (const grant of grants) {
    const resource = grant.permission.split(".")[0] as Resource;
    groups.set(resource, [...(groups.get(resource) ?? []), grant]);
  }
  return [...groups].map(([resource, resourceGrants]) => ({ resource, grants: resourceGrants }));
}

export function AccessTable({ access }: { access: Access }) {
  const t = useTranslate();
  const compareNames = byName(useLocale());
  if (access.grants.length === 0) return <Text c="dimmed">{t("access.none")}</Text>;
  const groups = groupGrants(access.grants).sort((one, other) =>
    compareNames(t(resourceKey(one.resource)), t(resourceKey(other.resource))),
  );
  return (
    <Stack gap="lg">
      {groups.map((group) => (
        <GrantTable key={group.resource} group={group} />
      ))}
    </Stack>
  );
}

function GrantTable({ group }: { group: Group }) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const grantSources = (grant: Grant) => [
    ...grant.roles.map((role) => label("role", role)),
    ...(grant.by_record ? [t("access.by_record")] : []),
  ];
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{t(resourceKey(group.resource))}</caption>
      <thead>
        <tr>
          <th scope="col">{t("access.head.right")}</th>
          <th scope="col">{t("access.head.scope")}</th>
          <th scope="col">{t("access.head.roles")}</th>
        </tr>
      </thead>
      <tbody>
        {group.grants.map((grant) => (
          <tr key={grant.permission}>
            <th scope="row">{t(grantKey(grant))}</th>
            <td>{t(`access.scope.${grant.scope}`)}</td>
            <td>{grantSources(grant).join(", ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
