import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Node knows only Mozilla's issuers; a company's own stand in the system, where its browsers find them too. */
export function trustSystemCertificates(): void {
  try {
    setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])]);
  } catch {
    // Then Mozilla's alone.
  }
}
