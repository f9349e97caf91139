/** The package has no types. What we call of it, as its source has it. */
declare module '@paypal/checkout-server-sdk' {
  export type PaypalRequest = {
    path: string;
    verb: 'GET' | 'POST';
    body: unknown;
    headers: Record<string, string>;
  };
  export type PaypalResponse = { statusCode: number; result: unknown };

  /** Keys and address; nothing of it is read here. */
  type PayPalEnvironment = object;
  interface PayPalHttpClient {
    execute(request: PaypalRequest): Promise<PaypalResponse>;
  }
  interface RequestWithBody extends PaypalRequest {
    requestBody(body: object): this;
    prefer(preference: 'return=representation'): this;
  }
  interface IdempotentRequest extends RequestWithBody {
    payPalRequestId(id: string): this;
  }

  const paypal: {
    core: {
      PayPalEnvironment: new (
        clientId: string,
        clientSecret: string,
        baseUrl: string,
        webUrl: string,
      ) => PayPalEnvironment;
      PayPalHttpClient: new (environment: PayPalEnvironment) => PayPalHttpClient;
    };
    orders: {
      OrdersCreateRequest: new () => RequestWithBody;
      OrdersGetRequest: new (orderId: string) => PaypalRequest;
      OrdersCaptureRequest: new (orderId: string) => IdempotentRequest;
    };
    payments: {
      CapturesRefundRequest: new (captureId: string) => IdempotentRequest;
    };
  };
  // A CommonJS package.
  // oxlint-disable-next-line import/no-default-export
  export default paypal;
}
