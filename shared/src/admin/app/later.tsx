import { lazy, useState, type ComponentType } from 'react';

/**
 * A part that loads when it is first needed, or before. Once loaded, it appears at once. The router waits for the code
 * of a page before it leaves the open one.
 */
function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const View: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  function Later(props: Props) {
    const [{ Part }] = useState({ Part: loaded ?? View });
    return <Part {...props} />;
  }
  const preload = async () => {
    // A failure is shown when the part is needed.
    loaded = await load().catch(() => undefined);
  };
  return Object.assign(Later, { preload });
}

const ofDashboard: (() => Promise<void>)[] = [];

/** A part that loads soon after the first view. */
function soon<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const part = later(load);
  ofDashboard.push(part.preload);
  return part;
}

const caseView = () => import('../case/case.tsx');
export const CasePage = soon(async () => (await caseView()).CasePage);
export const OpenCase = soon(async () => (await caseView()).OpenCase);
export const CustomersPage = soon(async () => (await import('../customer/customers-list.tsx')).CustomersPage);
export const OpenCustomer = soon(async () => (await import('../customer/customer-page.tsx')).OpenCustomer);
export const RecurringPage = soon(
  async () => (await import('../recurring/recurring-list.tsx')).RecurringPage,
);
export const BooksPage = soon(async () => (await import('../books/books-page.tsx')).BooksPage);
const formLists = () => import('../submissions/submission-lists.tsx');
export const WebsiteForms = soon(async () => (await formLists()).WebsiteForms);
export const VoiceForms = soon(async () => (await formLists()).VoiceForms);
export const OnHoldForms = soon(async () => (await formLists()).OnHoldForms);
export const QuotesPage = soon(async () => (await import('../quotes/quotes-page.tsx')).QuotesPage);
export const OpenQuote = soon(async () => (await import('../quote/quote-page.tsx')).OpenQuote);
export const NewQuote = soon(async () => (await import('../quote/new-quote.tsx')).NewQuote);
export const SettingsTab = soon(async () => (await import('../settings/settings-tab.tsx')).SettingsTab);
export const Palette = soon(async () => (await import('../palette/palette.tsx')).Palette);
export const ShortcutsDialog = soon(
  async () => (await import('../keyboard/shortcuts-dialog.tsx')).ShortcutsDialog,
);
export const Question = soon(async () => (await import('../base/question.tsx')).Question);
export const ConfirmDialog = soon(async () => (await import('../login/confirm-dialog.tsx')).ConfirmDialog);
export const ClaimPage = later(async () => (await import('../login/claim-page.tsx')).ClaimPage);
export const InvitationPage = later(
  async () => (await import('../login/invitation-page.tsx')).InvitationPage,
);
export const LoginPage = later(async () => (await import('../login/login-page.tsx')).LoginPage);

const LOAD_AFTER_MS = 1_000;

/** Loads what the first view doesn't need soon after it, so that opening it is instant. */
export function loadLater(): () => void {
  const timer = setTimeout(() => {
    for (const preload of ofDashboard) void preload();
  }, LOAD_AFTER_MS);
  return () => clearTimeout(timer);
}
