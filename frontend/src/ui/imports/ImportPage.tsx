// Imports records from a file: choose, check, apply. The file's id is in the URL.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import { Forbidden } from "../feedback/Forbidden";
import { PageTitle } from "../layout/PageTitle";
import { CheckedFile } from "./CheckedFile";
import { ChooseFile } from "./ChooseFile";
import classes from "./Imports.module.css";
import type { ImportKind } from "./importsList";

/** The parameter's value before a file is chosen. */
const NEW_FILE = "new";
const REQUIRED_PERMISSIONS = { clients: "clients.create", employees: "employees.create" } as const;

export function ImportPage({ kind }: { kind: ImportKind }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const { import: parameter } = useSearch({ strict: false }) as { import?: string };
  const file = parameter === NEW_FILE ? undefined : parameter;
  const navigate = useNavigate();
  const title = t(`imports.title_${kind}`);
  // The URL is the list's, so this title takes the focus itself.
  useEffect(() => document.querySelector<HTMLElement>("[data-page-title]")?.focus(), []);
  if (!can(REQUIRED_PERMISSIONS[kind])) return <Forbidden page={title} />;
  const show = (id: string) => void navigate({ to: ".", search: { import: id } });
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className={classes.steps}>
        <ChooseFile kind={kind} isReplacing={file !== undefined} onUploaded={show} />
        {file !== undefined && <CheckedFile key={file} id={file} kind={kind} />}
      </div>
    </>
  );
}
