// Selects one of a record's files, or uploads a new one.
import { Button, FileButton, Group, NativeSelect } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/errors";
import { pageQuery } from "../../../api/queries";
import { upload } from "../../../api/upload";
import type { Params } from "../../../api/wire";
import type { MessageKey } from "../../../i18n/keys";
import { useTranslate } from "../../../i18n/translate";
import type { Ref } from "../fields";
import type { ControlProps } from "./control";

type Row = { api_id: string; file_name: string };
/** Where the record's files are listed and uploaded, the category of an upload, and the labels. */
type FileSource = {
  path: "/projects/{id}/attachments";
  params: Params<"/{id}">;
  category: "proof";
  none: MessageKey;
  upload: MessageKey;
};
type Props = ControlProps<Ref | null> & { files: FileSource };

const LIST_QUERY = { per_page: 100, sort: "-uploaded_at" } as const;
const filesQuery = ({ path, params }: FileSource) => pageQuery(path, { params, query: LIST_QUERY });

const toRef = ({ api_id, file_name }: Row): Ref => ({ api_id, name: file_name });

export function FileControl({ files, inputName, name: _, value, onChange, ...control }: Props) {
  const t = useTranslate();
  const { data } = useQuery(filesQuery(files));
  const uploader = useUpload(files, onChange);
  const listed = (data?.data ?? []).map(toRef);
  const isListed = value === null || listed.some(({ api_id }) => api_id === value.api_id);
  const options = isListed ? listed : [value, ...listed];
  const choose = (id: string) => onChange(options.find(({ api_id }) => api_id === id) ?? null);
  return (
    <Group align="end" gap="xs">
      <NativeSelect
        {...control}
        error={uploader.failure ?? control.error}
        name={inputName}
        value={value?.api_id ?? ""}
        data={[
          { value: "", label: t(files.none) },
          ...options.map((file) => ({ value: file.api_id, label: file.name })),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
        maw={360}
      />
      <FileButton onChange={(file) => void uploader.send(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={uploader.busy}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {t(files.upload)}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}

/** Uploads a file to the record and selects it. */
function useUpload(files: FileSource, onChange: Props["onChange"]) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const target = { method: "POST", path: files.path, params: files.params } as const;
      const fields = { file, category: files.category };
      const key = crypto.randomUUID();
      const uploaded = await upload(target, { fields, key, onProgress: () => undefined }).result;
      onChange(toRef(uploaded));
      void queryClient.invalidateQueries({ queryKey: filesQuery(files).queryKey });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(Object.values(error.errors).flat()[0] ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, failure };
}
