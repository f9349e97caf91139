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

export const CasePage = later(async () => (await import('../case/case.tsx')).CasePage);
export const OpenCase = later(async () => (await import('../case/case.tsx')).OpenCase);
const customerViews = () => import('../customer/customer-views.tsx');
export const CustomersPage = later(async () => (await customerViews()).CustomersPage);
export const RecurringPage = later(async () => (await customerViews()).RecurringPage);
export const BooksPage = later(async () => (await customerViews()).BooksPage);
export const OpenCustomer = later(async () => (await customerViews()).OpenCustomer);
const formLists = () => import('../submissions/submission-lists.tsx');
export const WebsiteForms = later(async () => (await formLists()).WebsiteForms);
export const VoiceForms = later(async () => (await formLists()).VoiceForms);
export const OnHoldForms = later(async () => (await formLists()).OnHoldForms);
const quoteViews = () => import('../quote/quote-views.ts');
export const QuotesPage = later(async () => (await quoteViews()).QuotesPage);
export const OpenQuote = later(async () => (await quoteViews()).OpenQuote);
export const NewQuote = later(async () => (await quoteViews()).NewQuote);
export const SettingsTab = later(async () => (await import('../settings/settings-tab.tsx')).SettingsTab);
export const Palette = later(async () => (await import('../palette/palette.tsx')).Palette);
export const ShortcutsDialog = later(
  async () => (await import('../keyboard/shortcuts-dialog.tsx')).ShortcutsDialog,
);
export const ConfirmDialog = later(async () => (await import('../login/confirm-dialog.tsx')).ConfirmDialog);
export const ClaimPage = later(async () => (await import('../login/claim-page.tsx')).ClaimPage);
export const InvitationPage = later(
  async () => (await import('../login/invitation-page.tsx')).InvitationPage,
);
export const LoginPage = later(async () => (await import('../login/login-page.tsx')).LoginPage);

const LOAD_AFTER_MS = 1_000;

/** Loads what the first view doesn't need soon after it, so that opening it is instant. */
export function loadLater(): () => void {
  const timer = setTimeout(() => {
    for (const part of [
      CasePage,
      OpenCase,
      OpenCustomer,
      CustomersPage,
      BooksPage,
      RecurringPage,
      QuotesPage,
      OpenQuote,
      NewQuote,
      WebsiteForms,
      VoiceForms,
      OnHoldForms,
      Palette,
      SettingsTab,
      ShortcutsDialog,
      ConfirmDialog,
    ])
      void part.preload();
  }, LOAD_AFTER_MS);
  return () => clearTimeout(timer);
}
