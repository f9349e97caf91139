const PROVIDER_NAMES: Record<string, string> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  'demo-card': 'Demo card',
  'demo-paypal': 'Demo PayPal',
};

/** The display name of a payment provider. */
export const providerWords = (provider: string): string => PROVIDER_NAMES[provider] ?? provider;
