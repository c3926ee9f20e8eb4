// The projects of one kind.
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ProjectKind } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { projectCells } from "./projectCells";
import { projectsBulk } from "./projectsBulk";
import { projectsList } from "./projectsList";

type Props = {
  kind: ProjectKind;
  /** More actions on the list. */
  actions?: ReactNode;
  /** Links to other views; the current one replaces the list as children. */
  views?: ReactNode;
  /** How the list stands, above it. */
  state?: ReactNode;
  children?: ReactNode;
};

export function ProjectsPage({ kind, actions, views, state, children }: Props) {
  const t = useTranslate();
  const { can } = usePermissions();
  const create = can("projects.create") && <NewProjectButton kind={kind} />;
  return (
    <>
      <PageTitle
        badge={views}
        actions={
          <>
            {actions}
            {create}
          </>
        }
      >
        {t(`projects.kind.${kind}`)}
      </PageTitle>
      {children ?? (
        <>
          {state}
          <ResourceTable
            bulk={projectsBulk}
            key={kind}
            list={projectsList(kind)}
            cells={projectCells}
            label={t(`projects.kind.${kind}`)}
            fixed={{ kind }}
            empty={{
              title: t("projects.empty.title"),
              detail: t("projects.empty.detail"),
              action: create,
            }}
          />
        </>
      )}
    </>
  );
}

export function NewProjectButton({ kind }: { kind?: ProjectKind }) {
  const t = useTranslate();
  return (
    <ButtonLink
      aria-keyshortcuts="c"
      to="/projects/create"
      search={kind ? { kind } : {}}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("projects.new")}
    </ButtonLink>
  );
}
