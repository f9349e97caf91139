import { useAdminHost } from './admin-context.ts';

/** Opens the page for owners, which the shop serves itself. */
export function HelpLink({ className, children }: { className?: string; children: string }) {
  const { homeUrl } = useAdminHost();
  return (
    <a
      className={className}
      href={`${homeUrl.replace(/\/$/, '')}/admin-help`}
      target="_blank"
      rel="noreferrer"
    >
      {children}
    </a>
  );
}
