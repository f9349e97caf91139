import type { OrderFile } from '../../contracts/files.ts';
import { DownloadLink } from '../base/download.tsx';

/** Files to download. */
export function FileLinks({ files }: { files: readonly OrderFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="case-files stack gap-2">
      {files.map(({ id, name, hasPreview }) => {
        const path = `/api/json/files/${id}`;
        return (
          <li key={id}>
            {hasPreview && <img src={`${path}?preview=1`} alt="" loading="lazy" />}
            <DownloadLink path={path}>
              <bdi>{name}</bdi>
            </DownloadLink>
          </li>
        );
      })}
    </ul>
  );
}
