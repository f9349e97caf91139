/** The part of Mailchimp's client that we use. It has no types, and the published ones lack the class. */
declare module '@mailchimp/mailchimp_marketing/src/ApiClient.js' {
  export default class ApiClient {
    basePath: string;
    /** Milliseconds for one call, until the last byte of the answer; 0 waits forever. */
    timeout: number;
    setConfig(config: { apiKey: string }): void;
    lists: {
      getList(listId: string, options: { fields: string[] }): Promise<unknown>;
      setListMember(
        listId: string,
        subscriberHash: string,
        body: {
          email_address: string;
          status_if_new: 'pending';
          status?: 'pending';
          merge_fields: Record<string, string>;
        },
        options: { skipMergeValidation: boolean },
      ): Promise<unknown>;
      updateListMemberTags(
        listId: string,
        subscriberHash: string,
        body: { tags: { name: string; status: 'active' }[] },
      ): Promise<unknown>;
    };
  }
}
