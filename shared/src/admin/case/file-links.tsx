import type { OrderFile } from '../../contracts/files.ts';
import { useAdminHost } from '../base/admin-context.ts';

/** Files to download. */
export function FileLinks({ files }: { files: readonly OrderFile[] }) {
  const host = useAdminHost();
  if (files.length === 0) return null;
  return (
    <ul className="case-files">
      {files.map(({ id, name, hasPreview }) => {
        const path = `/api/json/files/${id}`;
        return (
          <li key={id}>
            {hasPreview && <img src={`${path}?preview=1`} alt="" loading="lazy" />}
            <a
              href={path}
              download
              onClick={(event) => {
                event.preventDefault();
                host.download(path);
              }}
            >
              <bdi>{name}</bdi>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
