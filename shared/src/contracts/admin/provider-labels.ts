const PROVIDER_NAMES: Record<string, string> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  'demo-card': 'Demo card',
  'demo-paypal': 'Demo PayPal',
};

/** What a payment provider is called wherever somebody reads it. */
export const providerWords = (provider: string): string => PROVIDER_NAMES[provider] ?? provider;
