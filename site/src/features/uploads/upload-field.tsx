import { useEffect, useRef, useState } from 'react';
import { Field } from '@northlight/shared/ui/field.tsx';
import { useLazy } from '@northlight/shared/ui/use-lazy.ts';
import type { UploadQueue } from './upload-queue.ts';
import './uploads.css';

/** A file that has arrived. `at`: when, in milliseconds since 1970. */
export type StoredFile = { id: string; name: string; size: number; at: number };
/** What a form waits for before it is sent. `opening`: files are chosen, and what sends them is loading. */
export type UploadsState = Pick<UploadQueue, 'whenDone'> | 'opening' | null;

export type UploadFieldProps = {
  label: string;
  help?: string | undefined;
  /** What the server needs to admit a file, such as an order number and its key. Undefined until it is known. */
  metadata: Record<string, string> | undefined;
  /** Files that arrived earlier. */
  stored?: readonly StoredFile[];
  /** Called when a file has arrived or was removed, with all that are there. */
  onStored: (files: StoredFile[]) => void;
  /** Called when there are uploads to wait for. */
  onUploads?: (uploads: UploadsState) => void;
  /** False if the page itself lists what has arrived. */
  hasList?: boolean;
  /** There are files already. */
  hasFiles?: boolean;
};

const loadUploader = async () => (await import('./uploader.tsx')).Uploader;

/** Takes files by choosing, dropping, which browsers do themselves, or pasting them. What sends them loads with the first one. */
export function UploadField({ label, help, hasFiles = false, ...props }: UploadFieldProps) {
  // Each choice is a new list, which the uploader takes over.
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const { metadata, onUploads, stored = [] } = props;
  const { part: Uploader, isFailed } = useLazy(loadUploader, chosen.length + stored.length > 0);
  const take = (files: FileList | null) => {
    if (!files?.length) return;
    if (!Uploader) onUploads?.('opening');
    setChosen([...files]);
    // The same file may be chosen again.
    if (input.current) input.current.value = '';
  };
  // Files that were chosen before the script ran.
  useEffect(() => void input.current?.dispatchEvent(new Event('change', { bubbles: true })), []);
  return (
    <div className="upload-field" onPaste={(event) => take(event.clipboardData.files)}>
      <Field
        label={label}
        help={help}
        error={isFailed ? 'We couldn’t send your files. Reload the page and choose them again.' : undefined}
      >
        {(described) => (
          <div className="upload-area">
            <input
              type="file"
              multiple
              ref={input}
              {...described}
              onChange={({ currentTarget }) => take(currentTarget.files)}
            />
            <span aria-hidden="true">
              {hasFiles || chosen.length + stored.length > 0 ? 'Add another file' : 'Choose files'}
            </span>
          </div>
        )}
      </Field>
      {Uploader && metadata && (
        <Uploader {...props} metadata={metadata} chosen={chosen} onRemoved={() => input.current?.focus()} />
      )}
    </div>
  );
}
