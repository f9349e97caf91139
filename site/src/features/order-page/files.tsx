import type { OrderFile } from '@northlight/shared/contracts/files.ts';
import { sizeText } from '@northlight/shared/ui/size-text.ts';
import { UploadField } from '../uploads/upload-field.tsx';
import { call } from '../../lib/api-client.ts';
import { useCall } from '../../lib/use-linked-page.ts';
import { Problem } from './notices.tsx';
import type { LoadedOrder } from './use-order.ts';
import type { Link } from '../../lib/order-page.ts';

type FilesProps = { files: readonly OrderFile[]; loaded: LoadedOrder };

/** The customer's files, and a field for more. Files of a version are shown with it. */
export function Files({ files, loaded }: FilesProps) {
  const { link, reload } = loaded;
  const { isBusy, problem, run } = useCall(loaded);
  const own = files.filter(({ isFromStudio }) => !isFromStudio);
  return (
    <section aria-labelledby="files-title">
      <h2 id="files-title">Your files</h2>
      {own.length === 0 && <p className="order-soft">No files yet. Send us your logo, pictures, or text.</p>}
      <FileList
        files={own}
        link={link}
        onRemove={(id) =>
          !isBusy && void run((query) => call('POST /api/order/files/:id/remove', { params: { id }, query }))
        }
      />
      <Problem text={problem} />
      {link && (
        <div className="no-print">
          <UploadField
            label="Add files"
            help="Choose files or drop them here. Up to 25 MB each."
            metadata={link}
            onStored={() => void reload()}
            hasList={false}
            hasFiles={own.length > 0}
          />
        </div>
      )}
    </section>
  );
}

type FileListProps = {
  files: readonly OrderFile[];
  link: Link | null;
  /** Without it, files can't be removed. */
  onRemove?: (id: string) => void;
};

/** Pictures and sounds are shown, and every file can be downloaded. */
export function FileList({ files, link, onRemove }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <ul className="order-files stack gap-3">
      {files.map(({ id, name, size, mediaType, hasPreview }) => {
        const url = `/api/order/files/${id}?${new URLSearchParams(link ?? {})}`;
        return (
          <li className="stack middle break" key={id}>
            {hasPreview ? (
              <img
                className="order-thumb stack xs bold soft"
                src={`${url}&preview=1`}
                alt=""
                loading="lazy"
              />
            ) : (
              <span className="order-thumb stack xs bold soft" aria-hidden="true">
                {name.split('.').at(-1)?.slice(0, 4)}
              </span>
            )}
            <p>
              <a href={url} download={name}>
                <bdi>{name}</bdi>
              </a>{' '}
              <small>{sizeText(size)}</small>
            </p>
            {onRemove && (
              <button
                className="link-button no-print"
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => onRemove(id)}
              >
                Remove
              </button>
            )}
            {mediaType.startsWith('audio/') && (
              // Spoken words for callers. The text is what the customer sent.
              // oxlint-disable-next-line jsx-a11y/media-has-caption
              <audio className="whole-row full" controls preload="none" src={url} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
