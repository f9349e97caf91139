import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { centsToText, type Cents } from '@northlight/shared/catalog/money.ts';
import { SERVICES, type Service } from '@northlight/shared/catalog/services.ts';
import { catalog } from './catalog.ts';
import { siteSettings } from '../../build/site-settings.ts';
import { pathOf, servicePages } from './service-pages.ts';
import { items, text } from './texts.ts';

/** A schema.org node for a page's JSON-LD. */
export type SchemaNode = { '@type': string; [property: string]: unknown };

const address = (path: string) => new URL(path, siteSettings.publicUrl).href;
const organizationId = address('/#organization');

/** The text of a page's JSON-LD: the business, and the page's own nodes. */
export function jsonLd(facts: readonly SchemaNode[]): string {
  const graph = { '@context': 'https://schema.org', '@graph': [organizationSchema(), ...facts] };
  // An answer that contains "</script>" must not end the block.
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}

function organizationSchema(): SchemaNode {
  return {
    '@type': 'Organization',
    '@id': organizationId,
    name: siteSettings.businessName,
    url: address('/'),
    logo: address('/icons/icon-512.png'),
    email: siteSettings.businessEmail,
    ...(siteSettings.businessPhone && { telephone: siteSettings.businessPhone }),
    ...(siteSettings.businessAddress && { address: siteSettings.businessAddress }),
  };
}

export function serviceSchema(id: ServiceId): SchemaNode {
  const service: Service = SERVICES[id];
  const url = address(pathOf(id));
  return {
    '@type': 'Service',
    '@id': `${url}#service`,
    name: service.name,
    description: text(`${id}.summary`),
    url,
    provider: { '@id': organizationId },
    offers: offerOf(service, url),
  };
}

export function questionsFact(): SchemaNode {
  return {
    '@type': 'FAQPage',
    '@id': address('/#faq'),
    mainEntity: servicePages
      .flatMap(({ id }) => items(`home.${id}Questions`))
      .map((item) => ({
        '@type': 'Question',
        name: text(`${item}.question`),
        acceptedAnswer: { '@type': 'Answer', text: text(`${item}.answer`) },
      })),
  };
}

function offerOf(service: Service, url: string): SchemaNode {
  const offer = catalog.services[service.id];
  return {
    '@type': 'Offer',
    url,
    // A separately billed service is quoted, so it only has a minimum price.
    ...(!service.isBilledSeparately && { price: centsToText(offer.firstPaymentCents), priceCurrency: 'USD' }),
    priceSpecification: [
      priceOf(service, offer.firstPaymentCents),
      ...priceIfAny(service, offer.monthlyCents, 'MON'),
      ...priceIfAny(service, offer.yearlyCents, 'ANN'),
    ],
  };
}

/** UN/CEFACT unit codes for a month and a year. */
function priceIfAny(service: Service, cents: Cents | null, unitCode: 'MON' | 'ANN'): SchemaNode[] {
  return cents === null ? [] : [priceOf(service, cents, unitCode)];
}

function priceOf(service: Service, cents: Cents, unitCode?: 'MON' | 'ANN'): SchemaNode {
  return {
    '@type': 'UnitPriceSpecification',
    [service.isBilledSeparately ? 'minPrice' : 'price']: centsToText(cents),
    priceCurrency: 'USD',
    ...(unitCode && { referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode } }),
  };
}
