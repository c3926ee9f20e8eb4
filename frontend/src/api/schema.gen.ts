// Generated from the OpenAPI document; `make gen` writes it again.
export interface paths {
    "/account-managers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_account_managers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["show_api_docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["show_openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/archived-projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["archive_project"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/archived-projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["unarchive_project"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/archived-projects/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["archive_projects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_attachments"];
        put?: never;
        /** Endpoint */
        post: operations["create_attachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attachments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_attachment"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_attachment"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_attachment"];
        trace?: never;
    };
    "/attachments/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["download_attachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/email/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["send_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/google/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["begin_google_attempt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/google/callbacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["finish_google_attempt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["send_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passwords": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["set_password_by_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["finish_pending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/second-factor/challenges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["challenge_pending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/award-totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_award_totals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/awards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_awards"];
        put?: never;
        /** Endpoint */
        post: operations["give_award"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/awards/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["revoke_award"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/churn-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_churn_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/churn-events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_churn_event"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_churn_event"];
        trace?: never;
    };
    "/churn-events/{id}/confirmations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["confirm_churn_event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/churn-proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_churn_proposal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/churn-totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_churn_totals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/churned-projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["churn_project"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/churned-projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["unchurn_project"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/churns-analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_churn_analysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/churns-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_churn_statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_clients"];
        put?: never;
        /** Endpoint */
        post: operations["create_client"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_client"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_client"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_client"];
        trace?: never;
    };
    "/clients/{id}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_client_attachments"];
        put?: never;
        /** Endpoint */
        post: operations["create_client_attachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}/quickbooks-invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_client_invoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["update_clients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_connections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/{service}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_connection"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["disconnect"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_connection"];
        trace?: never;
    };
    "/connections/{service}/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["check_connection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/quickbooks/authorizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["begin_consent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/quickbooks/callbacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["finish_consent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/core-values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_core_values"];
        put?: never;
        /** Endpoint */
        post: operations["create_core_value"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/core-values/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_core_value"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_core_value"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_core_value"];
        trace?: never;
    };
    "/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_dashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-months": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_dashboard_months"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard-rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_dashboard_rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deactivated-users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["deactivate_user"];
        /** Endpoint */
        delete: operations["reactivate_user"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Deals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_deals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Deals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_deal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/departed-employees/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["depart"];
        /** Endpoint */
        delete: operations["take_back"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee-churns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_employee_churns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee-churns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_employee_churn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee-goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_goals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee-goals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_goal"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_goal"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_goal"];
        trace?: never;
    };
    "/employee-goals/{id}/check-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["check_goal_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee-goals/{id}/closings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["close_goal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee-goals/{id}/reopenings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["reopen_goal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_employees"];
        put?: never;
        /** Endpoint */
        post: operations["create_employee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_employee_statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_employee"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_employee"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_employee"];
        trace?: never;
    };
    "/employees/{id}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_employee_attachments"];
        put?: never;
        /** Endpoint */
        post: operations["create_employee_attachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{id}/core-values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_employee_awards"];
        put?: never;
        /** Endpoint */
        post: operations["give_award_to"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{id}/employee-goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_goals_of_employee"];
        put?: never;
        /** Endpoint */
        post: operations["create_goal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{id}/holdings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_employee_holdings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{id}/leaves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["add_leave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{id}/leaves/{leave_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["remove_leave"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["change_leave"];
        trace?: never;
    };
    "/enum-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_enum_options"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/enum-options/{enum}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_own_options"];
        put?: never;
        /** Endpoint */
        post: operations["add_option"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/enum-options/{enum}/{value}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_own_option"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_option"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_option"];
        trace?: never;
    };
    "/exchange-rate-fetches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_rate_fetches"];
        put?: never;
        /** Endpoint */
        post: operations["create_rate_fetch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchange-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_exchange_rates"];
        put?: never;
        /** Endpoint */
        post: operations["create_exchange_rate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchange-rates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_exchange_rate"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_exchange_rate"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_exchange_rate"];
        trace?: never;
    };
    "/exchange-rates/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["import_exchange_rates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_exports"];
        put?: never;
        /** Endpoint */
        post: operations["create_export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_export"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_export"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["download_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/follow-up-owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_follow_up_owners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{service}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["receive_hook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{service}/{event}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["receive_named_hook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hubspot-deals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_hubspot_deals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hubspot-deals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_hubspot_deal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/impersonated-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["stop_impersonating"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/impersonated-users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["start_impersonating"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_import"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["apply_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["check_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["download_import_errors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_import_rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["import_clients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/clients/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["download_clients_template"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/employees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["import_employees"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/employees/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["download_employees_template"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_invoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_invoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_invoice"];
        trace?: never;
    };
    "/invoices/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["update_invoices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["sign_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["sign_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/match-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["create_match_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/match-candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_match_candidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/match-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_match_counts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/match-decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["create_match_decision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_matches"];
        put?: never;
        /** Endpoint */
        post: operations["create_match"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/matches/{kind}/{service}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_match"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_own_access"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Endpoint */
        put: operations["set_avatar"];
        post?: never;
        /** Endpoint */
        delete: operations["remove_avatar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/google-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["unlink_own_google"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/notification-choices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_notification_choices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_notification_choices"];
        trace?: never;
    };
    "/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Endpoint */
        put: operations["change_password"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/proofs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["prove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_second_factor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/second-factor/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Endpoint */
        put: operations["add_passkey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/second-factor/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["remove_passkey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/second-factor/passkeys/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Endpoint */
        put: operations["ask_new_passkey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Endpoint */
        put: operations["renew_recovery_codes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/second-factor/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Endpoint */
        put: operations["start_totp"];
        post?: never;
        /** Endpoint */
        delete: operations["remove_totp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/second-factor/totp/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Endpoint */
        put: operations["confirm_totp"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mrr-movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_mrr_movements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mrr-movements/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["add_up_mrr_movements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_notification"];
        trace?: never;
    };
    "/notifications/reads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["read_notifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oos-approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["record_oos_approval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oos-approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_oos_approval"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["undo_oos_approval"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["change_oos_approval"];
        trace?: never;
    };
    "/oos-queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_oos_queue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oos-sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_oos_sales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oos-sales-analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_oos_sales_analysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oos-sales/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_oos_sale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oos-sales/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["add_up_oos_sales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project-defaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_project_defaults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_projects"];
        put?: never;
        /** Endpoint */
        post: operations["create_project"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects-payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_payments"];
        put?: never;
        /** Endpoint */
        post: operations["create_payment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects-payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_payment"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_payment"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_payment"];
        trace?: never;
    };
    "/projects-payments/{id}/invoice-suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["suggest_invoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects-payments/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["update_payments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects-payments/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["make_schedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_project_statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_project"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_project"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_project"];
        trace?: never;
    };
    "/projects/{id}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_project_attachments"];
        put?: never;
        /** Endpoint */
        post: operations["create_project_attachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/oos-sale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_project_oos_sale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["update_projects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quickbooks-customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_quickbooks_customers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receivables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_receivables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receivables-ageing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_ageing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receivables-by-client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_receivables_by_client"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/retainer-burns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_retainer_burns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/retainer-burns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_retainer_burn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/retainer-locks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["lock_retainers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/retainer-periods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_retainer_periods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/retainer-periods/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_retainer_period"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["adjust_retainer_period"];
        trace?: never;
    };
    "/retainer-periods/{id}/locks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["lock_retainer_period"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/retainer-periods/{id}/unlocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["unlock_retainer_period"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sanctum/csrf-cookie": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["refresh_csrf_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_saved_views"];
        put?: never;
        /** Endpoint */
        post: operations["create_saved_view"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_saved_view"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_saved_view"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_saved_view"];
        trace?: never;
    };
    "/saved-views/{id}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Endpoint */
        put: operations["pin_saved_view"];
        post?: never;
        /** Endpoint */
        delete: operations["unpin_saved_view"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-views/{id}/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Endpoint */
        put: operations["use_saved_view"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["search_everything"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_sessions"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["end_other_sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["end_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_settings"];
        put?: never;
        /** Endpoint */
        post: operations["update_settings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_logo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sync-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_sync_runs"];
        put?: never;
        /** Endpoint */
        post: operations["create_sync_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sync-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_sync_run"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_teams"];
        put?: never;
        /** Endpoint */
        post: operations["create_team"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_team_statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_team"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_team"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_team"];
        trace?: never;
    };
    "/teamwork-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_teamwork_clients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teamwork-clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_teamwork_client"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teamwork-project-categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_teamwork_project_categories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teamwork-project-categories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_teamwork_project_category"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teamwork-projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_teamwork_projects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teamwork-projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_teamwork_project"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teamwork-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_teamwork_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["list_users"];
        put?: never;
        /** Endpoint */
        post: operations["invite_user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_user"];
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["delete_user"];
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_user"];
        trace?: never;
    };
    "/users/{id}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_access"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_avatar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/google-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["unlink_google"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/holdings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_holdings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Endpoint */
        post: operations["resend_invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoint */
        get: operations["read_profile"];
        /** Endpoint */
        put: operations["replace_profile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Endpoint */
        patch: operations["update_profile"];
        trace?: never;
    };
    "/users/{id}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["reset_two_factor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Endpoint */
        delete: operations["end_sessions_of"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Acceptance: {
            client?: components["schemas"]["NewClient"] | null;
            employee?: components["schemas"]["NewEmployee"] | null;
            parts: components["schemas"]["PartChoice"][];
            target?: string | null;
        };
        Access: {
            grants: components["schemas"]["Grant"][];
            roles: ("super_admin" | "admin" | "financial_manager" | "account_manager" | "churn_manager" | "employee")[];
            user: string;
        };
        AccountManager: {
            api_id: string;
            email: string;
            name: string;
        };
        ActivityRow: {
            /** @enum {string} */
            action: "created" | "changed" | "deleted" | "signed_in" | "signed_out" | "sign_in_refused" | "password_changed" | "invited" | "handed_over" | "impersonation_started" | "impersonation_stopped" | "google_linked" | "google_unlinked" | "proof_refused" | "totp_on" | "totp_off" | "passkey_added" | "passkey_removed" | "recovery_codes_renewed" | "two_factor_reset" | "session_ended" | "sessions_ended" | "exported" | "imported" | "rates_fetched" | "missing_accepted";
            actor: components["schemas"]["Ref"] | null;
            api_id: string;
            /** Format: date-time */
            at: string;
            changes: components["schemas"]["Change"][];
            real_actor: components["schemas"]["Ref"] | null;
            subject: string;
            subject_api_id: string | null;
            subject_exists: boolean;
            /** @enum {string} */
            subject_type: "client" | "invoice" | "project" | "churn" | "team" | "employee" | "user" | "settings" | "activity" | "export" | "connection" | "match" | "retainer_period" | "payment" | "oos_approval" | "attachment" | "saved_view" | "core_value" | "award" | "goal" | "enum_option" | "exchange_rate" | "import";
        };
        Ageing: {
            /** Format: date */
            as_of: string;
            currencies: components["schemas"]["CurrencyAgeing"][];
            /** @constant */
            formula: "ar_ageing";
        };
        AgeingBucket: {
            amount: components["schemas"]["Money"];
            bucket: string;
            invoices: number;
        };
        AttachmentFile: {
            file_name: string;
            file_number: number;
            mime: string;
            sha256: string;
            size: number;
            /** Format: date-time */
            uploaded_at: string;
            uploaded_by: components["schemas"]["Ref"];
        };
        AttachmentOut: {
            api_id: string;
            can: ("edit" | "delete")[];
            /** @enum {string} */
            category: "contract" | "statement_of_work" | "change_order" | "brief" | "proof" | "other";
            /** Format: date-time */
            created_at: string;
            file_name: string;
            file_number: number;
            files: components["schemas"]["AttachmentFile"][];
            is_expired: boolean;
            mime: string;
            owner: components["schemas"]["regie__domains__attachments__schemas__Owner"] | null;
            replaces: number | null;
            /** @enum {string} */
            sensitivity: "normal" | "financial" | "hr";
            sha256: string;
            size: number;
            title: string | null;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            uploaded_at: string;
            uploaded_by: components["schemas"]["Ref"];
            valid_until: string | null;
            version: number;
        };
        AttachmentRow: {
            api_id: string;
            can: ("edit" | "delete")[];
            /** @enum {string} */
            category: "contract" | "statement_of_work" | "change_order" | "brief" | "proof" | "other";
            /** Format: date-time */
            created_at: string;
            file_name: string;
            file_number: number;
            is_expired: boolean;
            mime: string;
            owner: components["schemas"]["regie__domains__attachments__schemas__Owner"] | null;
            replaces: number | null;
            /** @enum {string} */
            sensitivity: "normal" | "financial" | "hr";
            sha256: string;
            size: number;
            title: string | null;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            uploaded_at: string;
            uploaded_by: components["schemas"]["Ref"];
            valid_until: string | null;
            version: number;
        };
        AvatarUpload: {
            content: string;
        };
        AwardCreate: {
            awarded_on?: string | null;
            core_value: string;
            message: string;
            project?: string | null;
            /**
             * @default everyone
             * @enum {string}
             */
            visibility?: "everyone" | "private";
        };
        AwardCreateAnywhere: {
            awarded_on?: string | null;
            core_value: string;
            message: string;
            project?: string | null;
            receiver: string;
            /**
             * @default everyone
             * @enum {string}
             */
            visibility?: "everyone" | "private";
        };
        AwardedValue: {
            api_id: string;
            /** @enum {string} */
            colour: "blue" | "teal" | "green" | "amber" | "red" | "pink" | "purple" | "slate";
            /** @enum {string} */
            icon: "heart" | "star" | "bulb" | "rocket" | "team" | "handshake" | "shield" | "target" | "compass" | "leaf" | "flame" | "trophy" | "message" | "scale" | "puzzle" | "sparkles";
            name_en: string;
            name_fr: string;
        };
        AwardOut: {
            api_id: string;
            /** Format: date */
            awarded_on: string;
            can: "revoke"[];
            core_value: components["schemas"]["AwardedValue"];
            /** Format: date-time */
            created_at: string;
            giver: components["schemas"]["Ref"];
            message: string;
            project: components["schemas"]["Ref"] | null;
            receiver: components["schemas"]["Ref"];
            /** @enum {string} */
            visibility: "everyone" | "private";
        };
        AwardTotals: {
            receivers: components["schemas"]["ReceiverCount"][];
            values: components["schemas"]["ValueCount"][];
        };
        Balance: {
            amount: components["schemas"]["Money"];
            converted: components["schemas"]["Money"] | null;
            rate: string | null;
            rate_on: string | null;
        };
        Balances: {
            mrr_end: components["schemas"]["Balance"][];
            mrr_start: components["schemas"]["Balance"][];
        };
        Batch: {
            results: components["schemas"]["BatchResult"][];
        };
        BatchOf_ClientChange_: {
            change: components["schemas"]["ClientChange"];
            ids: string[];
        };
        BatchOf_FollowUp_: {
            change: components["schemas"]["FollowUp"];
            ids: string[];
        };
        BatchOf_PaymentDecision_: {
            change: components["schemas"]["PaymentDecision"];
            ids: string[];
        };
        BatchOf_ProjectArchiving_: {
            change: components["schemas"]["ProjectArchiving"];
            ids: string[];
        };
        BatchOf_ProjectChange_: {
            change: components["schemas"]["ProjectChange"];
            ids: string[];
        };
        BatchResult: {
            code: string | null;
            data: components["schemas"]["Ref"] | null;
            errors: {
                [key: string]: string[];
            };
            message: string | null;
            status: number;
        };
        BoardFigure: {
            /** Format: date */
            as_of: string;
            count: number;
            /** @enum {string} */
            formula: "mrr" | "revenue" | "receivables" | "overdue" | "oos_sold" | "pipeline" | "burn_at_risk" | "utilisation" | "goals" | "values_received" | "lost_retainers" | "lost_clients" | "active_projects" | "active_clients";
            groups: components["schemas"]["BoardGroup"][];
            has_rows: boolean;
            money: components["schemas"]["Money"] | null;
            previous: components["schemas"]["BoardSum"] | null;
            /** @enum {string} */
            scope: "all" | "team" | "own";
            target: components["schemas"]["BoardSum"] | null;
            unconverted: components["schemas"]["Money"][];
            /** @enum {string} */
            unit: "money" | "percent" | "count";
            value: string | null;
        };
        BoardGroup: {
            count: number;
            money: components["schemas"]["Money"] | null;
            name: string;
            unconverted: components["schemas"]["Money"][];
            value: string | null;
        };
        BoardHistory: {
            /** Format: date */
            as_of: string;
            currency: string;
            figures: {
                [key: string]: components["schemas"]["BoardMonth"][];
            };
        };
        BoardMonth: {
            count: number;
            /** Format: date */
            from: string;
            money: components["schemas"]["Money"] | null;
            /** Format: date */
            to: string;
            unconverted: components["schemas"]["Money"][];
            value: string | null;
        };
        BoardPeriod: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
        };
        BoardRow: {
            amount: components["schemas"]["Money"] | null;
            client: components["schemas"]["LinkRef"] | null;
            converted: components["schemas"]["Money"] | null;
            group: string;
            /** @enum {string} */
            kind: "project" | "invoice" | "deal" | "employee" | "goal" | "award" | "client";
            of: string | null;
            /** Format: date */
            on: string;
            rate: string | null;
            rate_on: string | null;
            record: components["schemas"]["Ref"] | null;
            value: string | null;
        };
        BoardSum: {
            count: number;
            money: components["schemas"]["Money"] | null;
            unconverted: components["schemas"]["Money"][];
            value: string | null;
        };
        BridgeOut: {
            churn: components["schemas"]["Money"];
            contraction: components["schemas"]["Money"];
            /** Format: date */
            ends_on: string;
            expansion: components["schemas"]["Money"];
            formula: string;
            fx: components["schemas"]["Money"];
            gross_revenue_churn: components["schemas"]["Rate"];
            logo_churn: components["schemas"]["Losses"];
            mrr_end: components["schemas"]["Money"];
            mrr_start: components["schemas"]["Money"];
            net_revenue_retention: components["schemas"]["Rate"];
            new: components["schemas"]["Money"];
            project_churn: components["schemas"]["Losses"];
            reactivation: components["schemas"]["Money"];
            /** Format: date */
            starts_on: string;
        };
        Burn: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            /** Format: date */
            as_of: string;
            auto_renew: boolean;
            available_hours: string;
            base_hours: string;
            burn_percent: string | null;
            client: components["schemas"]["Ref"];
            elapsed_percent: string;
            forecast_hours: string;
            forecast_overage_hours: string;
            left_hours: string;
            /** @enum {string} */
            level: "over" | "high" | "watch" | "ok";
            pace: string | null;
            period: components["schemas"]["Days"];
            project: components["schemas"]["Ref"];
            /** @enum {string} */
            renewal: "none" | "soon" | "overdue";
            renews_on: string | null;
            risk: number;
            runs_out_on: string | null;
            team: components["schemas"]["Ref"] | null;
            used_hours: string;
            warnings: string[];
        };
        BurnDay: {
            even_hours: string;
            forecast_hours: string | null;
            /** Format: date */
            on: string;
            used_hours: string | null;
        };
        BurnOut: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            /** Format: date */
            as_of: string;
            auto_renew: boolean;
            available_hours: string;
            base_hours: string;
            burn_percent: string | null;
            client: components["schemas"]["Ref"];
            days: components["schemas"]["BurnDay"][];
            elapsed_percent: string;
            forecast_hours: string;
            forecast_overage_hours: string;
            left_hours: string;
            /** @enum {string} */
            level: "over" | "high" | "watch" | "ok";
            pace: string | null;
            period: components["schemas"]["Days"];
            project: components["schemas"]["Ref"];
            /** @enum {string} */
            renewal: "none" | "soon" | "overdue";
            renews_on: string | null;
            risk: number;
            runs_out_on: string | null;
            team: components["schemas"]["Ref"] | null;
            used_hours: string;
            warnings: string[];
        };
        Candidate: {
            api_id: string;
            client: components["schemas"]["Ref"] | null;
            detail: string | null;
            external_id: string;
            follows: boolean;
            is_active: boolean;
            name: string;
            reason: ("domain" | "email" | "name" | "similar_name" | "parent" | "manual") | null;
            score: number | null;
            /** @enum {string} */
            service: "teamwork" | "hubspot" | "quickbooks" | "regie";
            url: string | null;
            version: string;
        };
        Change: {
            after: unknown;
            before: unknown;
            field: string;
        };
        ChangedRefusal: {
            code: string;
            conflicts: {
                [key: string]: components["schemas"]["Conflict"];
            };
            message: string;
            request_id: string;
            version: number;
        };
        CheckIn: {
            api_id: string;
            /** Format: date */
            checked_on: string;
            corrects: string | null;
            is_corrected: boolean;
            /** Format: date-time */
            made_at: string;
            made_by: components["schemas"]["Ref"];
            note: string;
            value: string;
        };
        CheckInCreate: {
            checked_on?: string | null;
            corrects?: string | null;
            /** @default  */
            note?: string;
            value: string;
        };
        ChurnAnalysis: {
            /** Format: date */
            as_of: string;
            balances: components["schemas"]["Balances"];
            bridge: components["schemas"]["BridgeOut"];
            cohorts: components["schemas"]["CohortOut"][];
            currency: string;
            employees: components["schemas"]["EmployeeLosses"][];
            /** Format: date */
            ends_on: string;
            initiated_by: components["schemas"]["LossGroup"][];
            left_out: components["schemas"]["OwnBridge"][];
            missing_rates: components["schemas"]["MissingRate"][];
            months: components["schemas"]["BridgeOut"][];
            preventable: components["schemas"]["Preventable"];
            previous: components["schemas"]["PreviousDays"];
            reasons: components["schemas"]["LossGroup"][];
            rows: ("mrr-movements" | "churn-events" | "lost-retainers" | "lost-clients" | "mrr")[];
            /** @enum {string} */
            scope: "all" | "team" | "own";
            /** Format: date */
            starts_on: string;
            tenures: components["schemas"]["LossGroup"][];
        };
        ChurnCreate: {
            attribution?: components["schemas"]["ShareIn"][] | null;
            competitor?: string | null;
            /** Format: date */
            effective_on: string;
            /** @enum {string} */
            initiated_by: "client" | "agency";
            note: string;
            notice_on?: string | null;
            preventable: boolean;
            project: string;
            reason: string;
        };
        ChurnEventBasic: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            attribution: components["schemas"]["Share"][];
            client: components["schemas"]["LinkRef"];
            competitor: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** Format: date */
            effective_on: string;
            /** @enum {string} */
            initiated_by: "client" | "agency";
            note: string;
            notice_on: string | null;
            preventable: boolean;
            project: components["schemas"]["LinkRef"];
            reason: string;
            /** @enum {string} */
            scope: "project" | "logo";
            /** @enum {string} */
            state: "recorded" | "confirmed" | "voided" | "won_back";
            tenure_months: number;
            /** Format: date-time */
            updated_at: string;
            version: number;
            won_back_on: string | null;
        };
        ChurnEventBasicOut: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            attribution: components["schemas"]["Share"][];
            can: ("edit" | "confirm" | "void" | "win_back")[];
            client: components["schemas"]["LinkRef"];
            competitor: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** Format: date */
            effective_on: string;
            /** @enum {string} */
            initiated_by: "client" | "agency";
            note: string;
            notice_on: string | null;
            preventable: boolean;
            project: components["schemas"]["LinkRef"];
            reason: string;
            /** @enum {string} */
            scope: "project" | "logo";
            /** @enum {string} */
            state: "recorded" | "confirmed" | "voided" | "won_back";
            tenure_months: number;
            /** Format: date-time */
            updated_at: string;
            version: number;
            won_back_on: string | null;
        };
        ChurnEventOut: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            attribution: components["schemas"]["Share"][];
            can: ("edit" | "confirm" | "void" | "win_back")[];
            client: components["schemas"]["LinkRef"];
            competitor: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** Format: date */
            effective_on: string;
            /** @enum {string} */
            initiated_by: "client" | "agency";
            mrr_lost: components["schemas"]["Money"];
            note: string;
            notice_on: string | null;
            preventable: boolean;
            project: components["schemas"]["LinkRef"];
            reason: string;
            /** @enum {string} */
            scope: "project" | "logo";
            /** @enum {string} */
            state: "recorded" | "confirmed" | "voided" | "won_back";
            tenure_months: number;
            /** Format: date-time */
            updated_at: string;
            version: number;
            won_back_on: string | null;
        };
        ChurnEventRow: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            attribution: components["schemas"]["Share"][];
            client: components["schemas"]["LinkRef"];
            competitor: string | null;
            converted: components["schemas"]["Money"] | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** Format: date */
            effective_on: string;
            /** @enum {string} */
            initiated_by: "client" | "agency";
            mrr_lost: components["schemas"]["Money"];
            note: string;
            notice_on: string | null;
            preventable: boolean;
            project: components["schemas"]["LinkRef"];
            rate: string | null;
            rate_on: string | null;
            reason: string;
            /** @enum {string} */
            scope: "project" | "logo";
            share: components["schemas"]["Money"] | null;
            /** @enum {string} */
            state: "recorded" | "confirmed" | "voided" | "won_back";
            tenure_months: number;
            /** Format: date-time */
            updated_at: string;
            version: number;
            won_back_on: string | null;
        };
        ChurnProposal: {
            attribution: components["schemas"]["ProposedShare"][];
            client: components["schemas"]["Ref"];
            /** Format: date */
            effective_on: string;
            mrr_lost: components["schemas"]["Money"];
            project: components["schemas"]["Ref"];
            /** @enum {string} */
            scope: "project" | "logo";
            tenure_months: number;
        };
        ChurnStatistics: {
            /** Format: date */
            as_of: string;
            currencies: components["schemas"]["CurrencyMovements"][];
            /** Format: date */
            ends_on: string;
            logo_churn: components["schemas"]["Losses"];
            project_churn: components["schemas"]["Losses"];
            rows: ("mrr-movements" | "churn-events" | "lost-retainers" | "lost-clients" | "mrr")[];
            /** @enum {string} */
            scope: "all" | "team" | "own";
            /** Format: date */
            starts_on: string;
        };
        ChurnTotals: {
            converted: components["schemas"]["ConvertedSum"] | null;
            logos: number;
            mrr_lost: components["schemas"]["Money"][];
            retainers: number;
        };
        ChurnTotalsBasic: {
            logos: number;
            retainers: number;
        };
        ChurnUpdate: {
            attribution?: components["schemas"]["ShareIn"][] | null;
            competitor?: string | null;
            effective_on?: string | null;
            initiated_by?: ("client" | "agency") | null;
            /** @default  */
            note?: string;
            notice_on?: string | null;
            preventable?: boolean | null;
            reason?: string | null;
            version?: number | null;
        };
        ClientBasic: {
            account_manager: components["schemas"]["Ref"];
            address: string | null;
            api_id: string;
            archived_at: string | null;
            billing_email: string | null;
            can: ("edit" | "edit_billing" | "archive" | "unarchive" | "delete")[];
            churned_on: string | null;
            contact_email: string | null;
            contact_name: string | null;
            contact_phone: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            first_active_on: string | null;
            health: ("green" | "amber" | "red") | null;
            health_note: string | null;
            industry: string | null;
            language: ("en-us" | "fr-ca") | null;
            links: components["schemas"]["Link"][];
            name: string;
            notes: string | null;
            payment_terms_days: number | null;
            /** @enum {string} */
            status: "prospect" | "active" | "inactive" | "churned";
            tags: string[];
            team: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
            website: string | null;
        };
        ClientBasicRow: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            archived_at: string | null;
            currency: string;
            health: ("green" | "amber" | "red") | null;
            name: string;
            /** @enum {string} */
            status: "prospect" | "active" | "inactive" | "churned";
            tags: string[];
            team: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        ClientChange: {
            /** @default  */
            account_manager?: string;
            /** @default false */
            archived?: boolean;
            team?: string | null;
        };
        ClientCreate: {
            account_manager: string;
            address?: string | null;
            billing_email?: string | null;
            contact_email?: string | null;
            contact_name?: string | null;
            contact_phone?: string | null;
            /** @enum {string} */
            currency: "CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU";
            health?: ("green" | "amber" | "red") | null;
            health_note?: string | null;
            industry?: string | null;
            language?: ("en-us" | "fr-ca") | null;
            name: string;
            notes?: string | null;
            payment_terms_days?: number | null;
            /** @default [] */
            tags?: string[];
            team?: string | null;
            website?: string | null;
        };
        ClientCurrency: {
            buckets: components["schemas"]["AgeingBucket"][];
            converted: components["schemas"]["Money"] | null;
            currency: string;
            invoices: number;
            total: components["schemas"]["Money"];
            without_due_date: number;
        };
        ClientFollowUp: {
            due: number;
            forgotten: number;
            invoice: components["schemas"]["Ref"] | null;
            last_kept_at: string | null;
            last_kept_on: components["schemas"]["Ref"] | null;
            next_on: string | null;
            planned: number;
        };
        ClientOut: {
            account_manager: components["schemas"]["Ref"];
            address: string | null;
            api_id: string;
            archived_at: string | null;
            billing_email: string | null;
            can: ("edit" | "edit_billing" | "archive" | "unarchive" | "delete")[];
            churned_on: string | null;
            contact_email: string | null;
            contact_name: string | null;
            contact_phone: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            first_active_on: string | null;
            health: ("green" | "amber" | "red") | null;
            health_note: string | null;
            industry: string | null;
            language: ("en-us" | "fr-ca") | null;
            lifetime_revenue: components["schemas"]["Money"];
            links: components["schemas"]["Link"][];
            mrr: components["schemas"]["Money"];
            name: string;
            notes: string | null;
            outstanding: components["schemas"]["Money"];
            overdue: components["schemas"]["Money"];
            payment_terms_days: number | null;
            /** @enum {string} */
            status: "prospect" | "active" | "inactive" | "churned";
            tags: string[];
            team: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
            website: string | null;
        };
        ClientReceivables: {
            api_id: string;
            client: components["schemas"]["Ref"] | null;
            currencies: components["schemas"]["ClientCurrency"][];
            days_past_due: number;
            follow_up: components["schemas"]["ClientFollowUp"];
            invoices: number;
            overdue: components["schemas"]["Money"];
            total: components["schemas"]["Money"];
            unconverted: components["schemas"]["Money"][];
        };
        ClientRow: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            archived_at: string | null;
            currency: string;
            health: ("green" | "amber" | "red") | null;
            mrr: components["schemas"]["Money"];
            name: string;
            outstanding: components["schemas"]["Money"];
            overdue: components["schemas"]["Money"];
            /** @enum {string} */
            status: "prospect" | "active" | "inactive" | "churned";
            tags: string[];
            team: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        ClientUpdate: {
            /** @default  */
            account_manager?: string;
            address?: string | null;
            /** @default false */
            archived?: boolean;
            billing_email?: string | null;
            contact_email?: string | null;
            contact_name?: string | null;
            contact_phone?: string | null;
            /**
             * @default
             * @enum {string}
             */
            currency?: "CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU";
            health?: ("green" | "amber" | "red") | null;
            health_note?: string | null;
            industry?: string | null;
            language?: ("en-us" | "fr-ca") | null;
            /** @default  */
            name?: string;
            notes?: string | null;
            payment_terms_days?: number | null;
            /** @default [] */
            tags?: string[];
            team?: string | null;
            version?: number | null;
            website?: string | null;
        };
        CodeInput: {
            code: string;
        };
        CodeRequest: {
            email: string;
            /** @default  */
            redirect?: string;
        };
        CohortMonth: {
            mrr: components["schemas"]["Money"];
            percent: string | null;
        };
        CohortOut: {
            clients: number;
            formula: string;
            months: components["schemas"]["CohortMonth"][];
            /** Format: date */
            starts_on: string;
        };
        ConfirmationCreate: {
            version?: number | null;
        };
        Conflict: {
            theirs: unknown;
            yours: unknown;
        };
        Connection: {
            consent_ends_at: string | null;
            last_run: components["schemas"]["LastRun"] | null;
            last_success_at: string | null;
            message: string | null;
            next_run_at: string | null;
            /** @enum {string} */
            service: "teamwork" | "hubspot" | "quickbooks";
            /** @enum {string} */
            state: "ok" | "running" | "stale" | "needs_attention" | "never" | "off";
            what_to_do: string | null;
        };
        Connections: {
            data: components["schemas"]["Connection"][];
        };
        ConnectionSettings: {
            api_version: string | null;
            calls_per_minute: number | null;
            client_id: string | null;
            configured_by: ("environment" | "person") | null;
            consent_ends_at: string | null;
            has_client_secret: boolean;
            has_consent: boolean;
            has_key: boolean;
            has_webhook_secret: boolean;
            is_on: boolean;
            realm: string | null;
            redirect_url: string | null;
            /** @enum {string} */
            service: "teamwork" | "hubspot" | "quickbooks";
            url: string | null;
            version: number;
            webhook_url: string;
        };
        ConnectionUpdate: {
            api_version?: ("2026-09" | "2026-03") | null;
            calls_per_minute?: number | null;
            client_id?: string | null;
            client_secret?: string | null;
            key?: string | null;
            url?: string | null;
            version?: number | null;
            webhook_secret?: string | null;
        };
        ConsentAddress: {
            url: string;
        };
        ConsentCallback: {
            code: string;
            realm_id: string;
            state: string;
        };
        ConvertedSum: {
            money: components["schemas"]["Money"];
            unconverted: components["schemas"]["Money"][];
        };
        CoreValueCreate: {
            /** @enum {string} */
            colour: "blue" | "teal" | "green" | "amber" | "red" | "pink" | "purple" | "slate";
            description_en?: string | null;
            description_fr?: string | null;
            /** @enum {string} */
            icon: "heart" | "star" | "bulb" | "rocket" | "team" | "handshake" | "shield" | "target" | "compass" | "leaf" | "flame" | "trophy" | "message" | "scale" | "puzzle" | "sparkles";
            /** @default true */
            is_active?: boolean;
            name_en: string;
            name_fr: string;
            position?: number | null;
        };
        CoreValueOut: {
            api_id: string;
            /** @enum {string} */
            colour: "blue" | "teal" | "green" | "amber" | "red" | "pink" | "purple" | "slate";
            /** Format: date-time */
            created_at: string;
            description_en: string | null;
            description_fr: string | null;
            /** @enum {string} */
            icon: "heart" | "star" | "bulb" | "rocket" | "team" | "handshake" | "shield" | "target" | "compass" | "leaf" | "flame" | "trophy" | "message" | "scale" | "puzzle" | "sparkles";
            is_active: boolean;
            name: string;
            name_en: string;
            name_fr: string;
            position: number;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        CoreValueUpdate: {
            colour?: ("blue" | "teal" | "green" | "amber" | "red" | "pink" | "purple" | "slate") | null;
            description_en?: string | null;
            description_fr?: string | null;
            icon?: ("heart" | "star" | "bulb" | "rocket" | "team" | "handshake" | "shield" | "target" | "compass" | "leaf" | "flame" | "trophy" | "message" | "scale" | "puzzle" | "sparkles") | null;
            is_active?: boolean | null;
            name_en?: string | null;
            name_fr?: string | null;
            position?: number | null;
            version?: number | null;
        };
        CostRate: {
            amount: components["schemas"]["Money"];
            /** Format: date */
            starts_on: string;
        };
        Counts: {
            client: components["schemas"]["KindCounts"];
            person: components["schemas"]["KindCounts"];
            project: components["schemas"]["KindCounts"];
        };
        Credentials: {
            code?: string | null;
            email: string;
            password?: string | null;
            /** @default false */
            remember?: boolean;
        };
        CurrencyAgeing: {
            buckets: components["schemas"]["AgeingBucket"][];
            currency: string;
            invoices: number;
            total: components["schemas"]["Money"];
            without_due_date: number;
        };
        CurrencyMovements: {
            churn: components["schemas"]["Money"];
            contraction: components["schemas"]["Money"];
            currency: string;
            expansion: components["schemas"]["Money"];
            gross_revenue_churn: components["schemas"]["Rate"];
            mrr_end: components["schemas"]["Money"];
            mrr_start: components["schemas"]["Money"];
            net_revenue_retention: components["schemas"]["Rate"];
            new: components["schemas"]["Money"];
            reactivation: components["schemas"]["Money"];
        };
        CurrentChurn: {
            api_id: string;
            /** Format: date */
            effective_on: string;
            notice_on: string | null;
            /** @enum {string} */
            scope: "project" | "logo";
            /** @enum {string} */
            state: "recorded" | "confirmed";
        };
        CurrentEmployee: {
            api_id: string;
            metric_permissions: string[];
            metric_scopes: string[];
        };
        CurrentUser: {
            api_id: string;
            avatar: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            email: string;
            employee: components["schemas"]["CurrentEmployee"] | null;
            first_name: string;
            google_linked: boolean;
            has_password: boolean;
            last_name: string;
            locale: string;
            must_enrol: boolean;
            name: string;
            organization: components["schemas"]["SettingsLabels"];
            permissions: {
                [key: string]: string;
            };
            roles: string[];
            status: string;
            timezone: string;
            two_factor: boolean;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        Dashboard: {
            /** Format: date */
            as_of: string;
            currency: string;
            figures: {
                [key: string]: components["schemas"]["BoardFigure"];
            };
            /** Format: date */
            from: string;
            previous: components["schemas"]["BoardPeriod"];
            sources: components["schemas"]["Connection"][];
            /** Format: date */
            to: string;
        };
        Days: {
            /** Format: date */
            ends_on: string;
            /** Format: date */
            starts_on: string;
        };
        Deactivation: {
            hand_over_to?: string | null;
        };
        DealOut: {
            account_manager: components["schemas"]["Ref"] | null;
            api_id: string;
            budget: components["schemas"]["Money"] | null;
            client: components["schemas"]["Ref"] | null;
            closed_on: string | null;
            deleted_at: string | null;
            hourly_rate: components["schemas"]["Money"] | null;
            name: string;
            project: components["schemas"]["Ref"] | null;
            project_team: components["schemas"]["Ref"] | null;
            project_type: ("fixed" | "oos" | "retainer") | null;
            source_url: string | null;
            stage: string | null;
            /** @enum {string} */
            state: "open" | "won" | "lost";
            /** Format: date-time */
            synced_at: string;
        };
        DecisionCreate: {
            /** @enum {string} */
            decision: "rejected" | "ignored" | "restored";
            /** @enum {string} */
            kind: "client" | "person" | "project";
            /** @default [] */
            others?: components["schemas"]["PartChoice"][];
            parts: components["schemas"]["PartChoice"][];
            target?: string | null;
        };
        Departure: {
            /** @default true */
            deactivate_user?: boolean;
            /** Format: date */
            ended_on: string;
            hand_over_to?: string | null;
        };
        Draft: {
            account_manager: components["schemas"]["Ref"] | null;
            currency: string | null;
            email: string | null;
            first_name: string | null;
            last_name: string | null;
            name: string;
        };
        EmployeeBasic: {
            api_id: string;
            can: ("edit" | "edit_contact" | "depart" | "return" | "delete")[];
            capacity_hours_week: string;
            /** Format: date-time */
            created_at: string;
            department: string | null;
            email: string;
            /** @enum {string} */
            employment: "full" | "part" | "contractor";
            ended_on: string | null;
            first_name: string;
            is_billable: boolean;
            job_title: string | null;
            language: ("en-us" | "fr-ca") | null;
            last_name: string;
            leaves: components["schemas"]["Leave"][];
            links: components["schemas"]["Link"][];
            manager: components["schemas"]["LinkRef"] | null;
            name: string;
            phone: string | null;
            reports: components["schemas"]["Ref"][];
            started_on: string | null;
            /** @enum {string} */
            status: "active" | "on_leave" | "left";
            teams: components["schemas"]["Ref"][];
            teamwork_user_id: string | null;
            timezone: string | null;
            /** Format: date-time */
            updated_at: string;
            user: components["schemas"]["Ref"] | null;
            utilisation_target: number | null;
            version: number;
        };
        EmployeeBasicRow: {
            api_id: string;
            capacity_hours_week: string;
            department: string | null;
            email: string;
            /** @enum {string} */
            employment: "full" | "part" | "contractor";
            ended_on: string | null;
            first_name: string;
            is_billable: boolean;
            job_title: string | null;
            last_name: string;
            manager: components["schemas"]["LinkRef"] | null;
            name: string;
            started_on: string | null;
            /** @enum {string} */
            status: "active" | "on_leave" | "left";
            teams: components["schemas"]["Ref"][];
            teamwork_user_id: string | null;
            /** Format: date-time */
            updated_at: string;
            user: components["schemas"]["Ref"] | null;
            version: number;
        };
        EmployeeChurnBasic: {
            api_id: string;
            churn_event: string;
            client: components["schemas"]["Ref"];
            currency: string;
            /** Format: date */
            effective_on: string;
            employee: components["schemas"]["Ref"];
            months_managed: number;
            project: components["schemas"]["Ref"];
            reason: string;
            /** @enum {string} */
            scope: "project" | "logo";
            /** @enum {string} */
            state: "recorded" | "confirmed" | "voided" | "won_back";
            weight: number;
        };
        EmployeeChurnOut: {
            api_id: string;
            churn_event: string;
            client: components["schemas"]["Ref"];
            currency: string;
            /** Format: date */
            effective_on: string;
            employee: components["schemas"]["Ref"];
            months_managed: number;
            mrr_share: components["schemas"]["Money"];
            project: components["schemas"]["Ref"];
            reason: string;
            /** @enum {string} */
            scope: "project" | "logo";
            /** @enum {string} */
            state: "recorded" | "confirmed" | "voided" | "won_back";
            weight: number;
        };
        EmployeeCosted: {
            api_id: string;
            can: ("edit" | "edit_contact" | "depart" | "return" | "delete")[];
            capacity_hours_week: string;
            cost_rate: components["schemas"]["Money"] | null;
            cost_rates: components["schemas"]["CostRate"][];
            /** Format: date-time */
            created_at: string;
            department: string | null;
            email: string;
            /** @enum {string} */
            employment: "full" | "part" | "contractor";
            ended_on: string | null;
            first_name: string;
            is_billable: boolean;
            job_title: string | null;
            language: ("en-us" | "fr-ca") | null;
            last_name: string;
            leaves: components["schemas"]["Leave"][];
            links: components["schemas"]["Link"][];
            manager: components["schemas"]["LinkRef"] | null;
            name: string;
            phone: string | null;
            reports: components["schemas"]["Ref"][];
            started_on: string | null;
            /** @enum {string} */
            status: "active" | "on_leave" | "left";
            teams: components["schemas"]["Ref"][];
            teamwork_user_id: string | null;
            timezone: string | null;
            /** Format: date-time */
            updated_at: string;
            user: components["schemas"]["Ref"] | null;
            utilisation_target: number | null;
            version: number;
        };
        EmployeeCreate: {
            capacity_hours_week: string;
            cost_currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
            cost_rate?: string | null;
            cost_starts_on?: string | null;
            department?: ("accounts" | "strategy" | "design" | "development" | "content" | "media" | "production" | "finance" | "people" | "management" | "other") | null;
            email: string;
            /**
             * @default full
             * @enum {string}
             */
            employment?: "full" | "part" | "contractor";
            ended_on?: string | null;
            first_name: string;
            /** @default true */
            is_billable?: boolean;
            job_title?: string | null;
            language?: ("en-us" | "fr-ca") | null;
            last_name: string;
            manager?: string | null;
            /** @default [] */
            metric_permissions?: ("revenue" | "retainers" | "churn" | "oos" | "hours" | "goals" | "values")[];
            /** @default [] */
            metric_scopes?: ("own" | "team" | "organization")[];
            phone?: string | null;
            /** Format: date */
            started_on: string;
            teamwork_user_id?: string | null;
            timezone?: string | null;
            user?: string | null;
            utilisation_target?: number | null;
        };
        EmployeeFigure: {
            formula: string;
            money: components["schemas"]["Money"][] | null;
            rows: string | null;
            /** @enum {string} */
            unit: "hours" | "percent" | "money" | "count";
            value: string | null;
        };
        EmployeeHoldings: {
            clients: number;
            goals: number;
            led_projects: number;
            memberships: number;
            projects: number;
            reports: number;
        };
        EmployeeLosses: {
            employee: components["schemas"]["Ref"];
            formula: string;
            losses: number;
            mrr_lost: components["schemas"]["Money"];
            weighted_losses: string;
        };
        EmployeeOut: {
            api_id: string;
            can: ("edit" | "edit_contact" | "depart" | "return" | "delete")[];
            capacity_hours_week: string;
            cost_rate: components["schemas"]["Money"] | null;
            cost_rates: components["schemas"]["CostRate"][];
            /** Format: date-time */
            created_at: string;
            department: string | null;
            email: string;
            /** @enum {string} */
            employment: "full" | "part" | "contractor";
            ended_on: string | null;
            first_name: string;
            is_billable: boolean;
            job_title: string | null;
            language: ("en-us" | "fr-ca") | null;
            last_name: string;
            leaves: components["schemas"]["Leave"][];
            links: components["schemas"]["Link"][];
            manager: components["schemas"]["LinkRef"] | null;
            metric_permissions: ("revenue" | "retainers" | "churn" | "oos" | "hours" | "goals" | "values")[];
            metric_scopes: ("own" | "team" | "organization")[];
            name: string;
            phone: string | null;
            reports: components["schemas"]["Ref"][];
            started_on: string | null;
            /** @enum {string} */
            status: "active" | "on_leave" | "left";
            teams: components["schemas"]["Ref"][];
            teamwork_user_id: string | null;
            timezone: string | null;
            /** Format: date-time */
            updated_at: string;
            user: components["schemas"]["Ref"] | null;
            utilisation_target: number | null;
            version: number;
        };
        EmployeeOwn: {
            api_id: string;
            can: ("edit" | "edit_contact" | "depart" | "return" | "delete")[];
            capacity_hours_week: string;
            /** Format: date-time */
            created_at: string;
            department: string | null;
            email: string;
            /** @enum {string} */
            employment: "full" | "part" | "contractor";
            ended_on: string | null;
            first_name: string;
            is_billable: boolean;
            job_title: string | null;
            language: ("en-us" | "fr-ca") | null;
            last_name: string;
            leaves: components["schemas"]["Leave"][];
            links: components["schemas"]["Link"][];
            manager: components["schemas"]["LinkRef"] | null;
            metric_permissions: ("revenue" | "retainers" | "churn" | "oos" | "hours" | "goals" | "values")[];
            metric_scopes: ("own" | "team" | "organization")[];
            name: string;
            phone: string | null;
            reports: components["schemas"]["Ref"][];
            started_on: string | null;
            /** @enum {string} */
            status: "active" | "on_leave" | "left";
            teams: components["schemas"]["Ref"][];
            teamwork_user_id: string | null;
            timezone: string | null;
            /** Format: date-time */
            updated_at: string;
            user: components["schemas"]["Ref"] | null;
            utilisation_target: number | null;
            version: number;
        };
        EmployeeRow: {
            api_id: string;
            email: string;
            first_name: string;
            job_title: string | null;
            last_name: string;
            name: string;
        };
        EmployeeStatistics: {
            /** Format: date */
            as_of: string;
            currency: string | null;
            employee: components["schemas"]["Ref"];
            figures: {
                [key: string]: components["schemas"]["EmployeeFigure"];
            };
            /** Format: date */
            from: string;
            missing_rates: string[];
        };
        EmployeeUpdate: {
            capacity_hours_week?: string | null;
            cost_currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
            cost_rate?: string | null;
            cost_starts_on?: string | null;
            department?: ("accounts" | "strategy" | "design" | "development" | "content" | "media" | "production" | "finance" | "people" | "management" | "other") | null;
            /** @default  */
            email?: string;
            /**
             * @default full
             * @enum {string}
             */
            employment?: "full" | "part" | "contractor";
            ended_on?: string | null;
            /** @default  */
            first_name?: string;
            /** @default true */
            is_billable?: boolean;
            job_title?: string | null;
            language?: ("en-us" | "fr-ca") | null;
            /** @default  */
            last_name?: string;
            manager?: string | null;
            /** @default [] */
            metric_permissions?: ("revenue" | "retainers" | "churn" | "oos" | "hours" | "goals" | "values")[];
            /** @default [] */
            metric_scopes?: ("own" | "team" | "organization")[];
            phone?: string | null;
            started_on?: string | null;
            teamwork_user_id?: string | null;
            timezone?: string | null;
            user?: string | null;
            utilisation_target?: number | null;
            version?: number | null;
        };
        EnumItem: {
            is_active: boolean;
            name_en: string;
            name_fr: string;
            value: string;
        };
        EventChoice: {
            always_in_app: boolean;
            /** @enum {string} */
            by_mail: "at_once" | "digest" | "never";
            /** @enum {string} */
            event: "values_received" | "goals_due" | "budget_warnings" | "renewals" | "overdue_invoices" | "sync_trouble" | "exports" | "impersonation";
            in_app: boolean;
        };
        EventChoiceUpdate: {
            by_mail?: ("at_once" | "digest" | "never") | null;
            in_app?: boolean | null;
        };
        ExportCreate: {
            /** @default [] */
            columns?: string[];
            /** @enum {string} */
            format: "csv" | "xlsx";
            ids?: string[] | null;
            list_name: string;
            /** @default  */
            query?: string;
        };
        ExportOut: {
            api_id: string;
            /** Format: date-time */
            created_at: string;
            done: number;
            /** Format: date-time */
            expires_at: string;
            file_name: string;
            finished_at: string | null;
            /** @enum {string} */
            format: "csv" | "xlsx";
            list_name: string;
            size: number | null;
            started_at: string | null;
            /** @enum {string} */
            status: "waiting" | "running" | "ready" | "failed";
            total: number;
        };
        Fee: {
            amount: components["schemas"]["Money"];
            reason: string | null;
            /** Format: date */
            starts_on: string;
        };
        FetchOut: {
            api_id: string;
            asked_by: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            created_at: string;
            error: string | null;
            finished_at: string | null;
            first_on: string | null;
            last_on: string | null;
            message: string | null;
            problems: number;
            rates_added: number;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed";
            what_to_do: string | null;
        };
        FileImportOut: {
            api_id: string;
            applied_at: string | null;
            can_apply: boolean;
            columns: components["schemas"]["ImportColumn"][];
            counts: components["schemas"]["ImportCounts"] | null;
            /** Format: date-time */
            created_at: string;
            fields: components["schemas"]["ImportField"][];
            file_name: string;
            /** @enum {string} */
            kind: "clients" | "employees";
            refusal: string | null;
            sha256: string;
            size: number;
            /** @enum {string} */
            state: "queued" | "checked" | "refused" | "applying" | "applied" | "outdated";
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        FollowUp: {
            follow_up_on?: string | null;
            follow_up_owner?: string | null;
        };
        GoalBasic: {
            api_id: string;
            /** Format: date */
            as_of: string;
            attainment: string | null;
            can: ("edit" | "activate" | "check_in" | "close" | "reopen" | "delete")[];
            closed_on: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string | null;
            description: string;
            /** @enum {string} */
            direction: "reach" | "at_most";
            elapsed: string;
            employee: components["schemas"]["Ref"];
            last_checked_on: string | null;
            /** @enum {string} */
            measure: "number" | "percent" | "money" | "yes_no" | "linked";
            metric_key: ("retained_mrr" | "churned_mrr" | "oos_sold" | "utilisation" | "values_received") | null;
            pace_status: ("on_track" | "behind" | "at_risk") | null;
            /** Format: date */
            period_end: string;
            /** Format: date */
            period_start: string;
            /** @enum {string} */
            status: "draft" | "active" | "achieved" | "missed" | "cancelled";
            title: string;
            /** @enum {string} */
            unit: "number" | "percent" | "money" | "yes_no";
            /** Format: date-time */
            updated_at: string;
            version: number;
            /** @enum {string} */
            visibility: "private" | "team" | "everyone";
            weight: number;
        };
        GoalClosing: {
            note?: string | null;
            /** @enum {string} */
            status: "achieved" | "missed" | "cancelled";
            version?: number | null;
        };
        GoalCreate: {
            currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
            /** @default  */
            description?: string;
            /**
             * @default reach
             * @enum {string}
             */
            direction?: "reach" | "at_most";
            /** @enum {string} */
            measure: "number" | "percent" | "money" | "yes_no" | "linked";
            metric_key?: ("retained_mrr" | "churned_mrr" | "oos_sold" | "utilisation" | "values_received") | null;
            /** Format: date */
            period_end: string;
            /** Format: date */
            period_start: string;
            start_value?: string | null;
            /**
             * @default draft
             * @enum {string}
             */
            status?: "draft" | "active";
            target_value?: string | null;
            title: string;
            /**
             * @default team
             * @enum {string}
             */
            visibility?: "private" | "team" | "everyone";
            /** @default 1 */
            weight?: number;
        };
        GoalOut: {
            api_id: string;
            /** Format: date */
            as_of: string;
            attainment: string | null;
            can: ("edit" | "activate" | "check_in" | "close" | "reopen" | "delete")[];
            check_ins: components["schemas"]["CheckIn"][];
            closed_on: string | null;
            closing_note: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string | null;
            current_value: string | null;
            description: string;
            /** @enum {string} */
            direction: "reach" | "at_most";
            elapsed: string;
            employee: components["schemas"]["Ref"];
            last_checked_on: string | null;
            /** @enum {string} */
            measure: "number" | "percent" | "money" | "yes_no" | "linked";
            metric_key: ("retained_mrr" | "churned_mrr" | "oos_sold" | "utilisation" | "values_received") | null;
            pace_status: ("on_track" | "behind" | "at_risk") | null;
            /** Format: date */
            period_end: string;
            /** Format: date */
            period_start: string;
            start_value: string;
            /** @enum {string} */
            status: "draft" | "active" | "achieved" | "missed" | "cancelled";
            target_value: string;
            title: string;
            /** @enum {string} */
            unit: "number" | "percent" | "money" | "yes_no";
            /** Format: date-time */
            updated_at: string;
            version: number;
            /** @enum {string} */
            visibility: "private" | "team" | "everyone";
            weight: number;
        };
        GoalReopening: {
            reason: string;
            version?: number | null;
        };
        GoalRow: {
            api_id: string;
            /** Format: date */
            as_of: string;
            attainment: string | null;
            can: ("edit" | "activate" | "check_in" | "close" | "reopen" | "delete")[];
            closed_on: string | null;
            closing_note: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string | null;
            current_value: string | null;
            description: string;
            /** @enum {string} */
            direction: "reach" | "at_most";
            elapsed: string;
            employee: components["schemas"]["Ref"];
            last_checked_on: string | null;
            /** @enum {string} */
            measure: "number" | "percent" | "money" | "yes_no" | "linked";
            metric_key: ("retained_mrr" | "churned_mrr" | "oos_sold" | "utilisation" | "values_received") | null;
            pace_status: ("on_track" | "behind" | "at_risk") | null;
            /** Format: date */
            period_end: string;
            /** Format: date */
            period_start: string;
            start_value: string;
            /** @enum {string} */
            status: "draft" | "active" | "achieved" | "missed" | "cancelled";
            target_value: string;
            title: string;
            /** @enum {string} */
            unit: "number" | "percent" | "money" | "yes_no";
            /** Format: date-time */
            updated_at: string;
            version: number;
            /** @enum {string} */
            visibility: "private" | "team" | "everyone";
            weight: number;
        };
        GoalUpdate: {
            currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
            description?: string | null;
            direction?: ("reach" | "at_most") | null;
            measure?: ("number" | "percent" | "money" | "yes_no" | "linked") | null;
            metric_key?: ("retained_mrr" | "churned_mrr" | "oos_sold" | "utilisation" | "values_received") | null;
            period_end?: string | null;
            period_start?: string | null;
            start_value?: string | null;
            status?: ("draft" | "active") | null;
            target_value?: string | null;
            title?: string | null;
            version?: number | null;
            visibility?: ("private" | "team" | "everyone") | null;
            weight?: number | null;
        };
        GoogleAddress: {
            url: string;
        };
        GoogleCallback: {
            code: string;
            state?: string | null;
        };
        GoogleSignedIn: {
            is_email_allowed: boolean | null;
            second_factor: ("totp" | "passkey" | "recovery_code")[] | null;
            user: components["schemas"]["CurrentUser"] | null;
        };
        Grant: {
            by_record: boolean;
            permission: components["schemas"]["Permission"];
            roles: ("super_admin" | "admin" | "financial_manager" | "account_manager" | "churn_manager" | "employee")[];
            /** @enum {string} */
            scope: "all" | "team" | "own";
        };
        Hit: {
            api_id: string;
            context: string | null;
            is_put_away: boolean;
            /** @enum {string} */
            kind: "client" | "project" | "employee" | "team" | "invoice" | "deal" | "goal" | "churn" | "core_value" | "attachment" | "user";
            owner: components["schemas"]["regie__domains__search__schemas__Owner"] | null;
            title: string;
        };
        Holdings: {
            clients: number;
            projects: number;
        };
        HubspotDeal: {
            amount: components["schemas"]["Money"] | null;
            api_id: string;
            closed_on: string | null;
            company: components["schemas"]["Ref"] | null;
            deal_type: string | null;
            deleted_at: string | null;
            external_id: string;
            name: string;
            owner: components["schemas"]["Ref"] | null;
            source_url: string | null;
            stage: string | null;
            /** @enum {string} */
            state: "open" | "won" | "lost";
            /** Format: date-time */
            synced_at: string;
        };
        ImpersonatedUser: {
            api_id: string;
            avatar: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            email: string;
            employee: components["schemas"]["CurrentEmployee"] | null;
            first_name: string;
            google_linked: boolean;
            has_password: boolean;
            impersonator: components["schemas"]["ImpersonatorOut"];
            last_name: string;
            locale: string;
            must_enrol: boolean;
            name: string;
            organization: components["schemas"]["SettingsLabels"];
            permissions: {
                [key: string]: string;
            };
            roles: string[];
            status: string;
            timezone: string;
            two_factor: boolean;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        ImpersonationStart: {
            /** @default  */
            reason?: string;
        };
        ImpersonatorOut: {
            api_id: string;
            name: string;
            /** Format: date-time */
            until: string;
        };
        ImportApplication: {
            version: number;
        };
        ImportChange: {
            after: string;
            before: string;
            field: string;
        };
        ImportCheck: {
            columns: string[];
        };
        ImportColumn: {
            field: string | null;
            header: string;
        };
        ImportCounts: {
            create: number;
            unchanged: number;
            update: number;
            wrong: number;
        };
        ImportError: {
            field: string | null;
            message: string;
        };
        ImportField: {
            field: string;
            is_required: boolean;
            name: string;
        };
        ImportOut: {
            added: number;
            is_stored: boolean;
            left: number;
            lines: number;
            problems: components["schemas"]["ImportProblem"][];
            wrong: number;
        };
        ImportProblem: {
            line: number;
            message: string;
        };
        ImportRowOut: {
            api_id: string;
            changes: components["schemas"]["ImportChange"][];
            errors: components["schemas"]["ImportError"][];
            line: number;
            name: string;
            /** @enum {string} */
            outcome: "wrong" | "create" | "update" | "unchanged";
            record: string | null;
        };
        InvalidRefusal: {
            code: string;
            errors: {
                [key: string]: string[];
            };
            message: string;
            request_id: string;
        };
        InvoiceOut: {
            aging_bucket: string | null;
            api_id: string;
            balance: components["schemas"]["Money"];
            can: ("follow_up" | "link")[];
            client: components["schemas"]["Ref"] | null;
            currency: string;
            customer_name: string;
            days_overdue: number | null;
            deleted_at: string | null;
            due_on: string | null;
            exchange_rate: string | null;
            external_id: string;
            follow_up_note: string | null;
            follow_up_on: string | null;
            follow_up_owner: components["schemas"]["Ref"] | null;
            /** Format: date */
            issued_on: string;
            number: string | null;
            payments: components["schemas"]["InvoicePaymentOut"][];
            project: components["schemas"]["Ref"] | null;
            source_url: string | null;
            /** @enum {string} */
            status: "open" | "partially_paid" | "paid" | "overdue" | "voided" | "deleted_in_source";
            subtotal: components["schemas"]["Money"];
            /** Format: date-time */
            synced_at: string;
            tax: components["schemas"]["Money"];
            total: components["schemas"]["Money"];
            version: number;
        };
        InvoicePaymentOut: {
            amount: components["schemas"]["Money"];
            external_id: string;
            kind: string;
            /** Format: date */
            paid_on: string;
        };
        InvoiceRow: {
            aging_bucket: string | null;
            api_id: string;
            balance: components["schemas"]["Money"];
            client: components["schemas"]["Ref"] | null;
            currency: string;
            customer_name: string;
            days_overdue: number | null;
            deleted_at: string | null;
            due_on: string | null;
            exchange_rate: string | null;
            external_id: string;
            follow_up_on: string | null;
            follow_up_owner: components["schemas"]["Ref"] | null;
            /** Format: date */
            issued_on: string;
            number: string | null;
            project: components["schemas"]["Ref"] | null;
            source_url: string | null;
            /** @enum {string} */
            status: "open" | "partially_paid" | "paid" | "overdue" | "voided" | "deleted_in_source";
            subtotal: components["schemas"]["Money"];
            /** Format: date-time */
            synced_at: string;
            tax: components["schemas"]["Money"];
            total: components["schemas"]["Money"];
            version: number;
        };
        InvoiceUpdate: {
            follow_up_note?: string | null;
            follow_up_on?: string | null;
            follow_up_owner?: string | null;
            project?: string | null;
            version?: number | null;
        };
        Item_Access_: {
            data: components["schemas"]["Access"];
        };
        Item_Ageing_: {
            data: components["schemas"]["Ageing"];
        };
        Item_AttachmentOut_: {
            data: components["schemas"]["AttachmentOut"];
        };
        Item_AwardOut_: {
            data: components["schemas"]["AwardOut"];
        };
        Item_AwardTotals_: {
            data: components["schemas"]["AwardTotals"];
        };
        Item_Batch_: {
            data: components["schemas"]["Batch"];
        };
        Item_BoardHistory_: {
            data: components["schemas"]["BoardHistory"];
        };
        Item_BurnOut_: {
            data: components["schemas"]["BurnOut"];
        };
        Item_ChurnAnalysis_: {
            data: components["schemas"]["ChurnAnalysis"];
        };
        Item_ChurnProposal_: {
            data: components["schemas"]["ChurnProposal"];
        };
        Item_ChurnStatistics_: {
            data: components["schemas"]["ChurnStatistics"];
        };
        Item_ConnectionSettings_: {
            data: components["schemas"]["ConnectionSettings"];
        };
        Item_ConsentAddress_: {
            data: components["schemas"]["ConsentAddress"];
        };
        Item_CoreValueOut_: {
            data: components["schemas"]["CoreValueOut"];
        };
        Item_Counts_: {
            data: components["schemas"]["Counts"];
        };
        Item_Dashboard_: {
            data: components["schemas"]["Dashboard"];
        };
        Item_DealOut_: {
            data: components["schemas"]["DealOut"];
        };
        Item_dict_str__list_EnumItem___: {
            data: {
                [key: string]: components["schemas"]["EnumItem"][];
            };
        };
        Item_EmployeeHoldings_: {
            data: components["schemas"]["EmployeeHoldings"];
        };
        Item_ExportOut_: {
            data: components["schemas"]["ExportOut"];
        };
        Item_FetchOut_: {
            data: components["schemas"]["FetchOut"];
        };
        Item_FileImportOut_: {
            data: components["schemas"]["FileImportOut"];
        };
        Item_GoogleAddress_: {
            data: components["schemas"]["GoogleAddress"];
        };
        Item_Holdings_: {
            data: components["schemas"]["Holdings"];
        };
        Item_HubspotDeal_: {
            data: components["schemas"]["HubspotDeal"];
        };
        Item_ImpersonatedUser_: {
            data: components["schemas"]["ImpersonatedUser"];
        };
        Item_ImportOut_: {
            data: components["schemas"]["ImportOut"];
        };
        Item_InvoiceOut_: {
            data: components["schemas"]["InvoiceOut"];
        };
        Item_list_EmployeeStatistics__: {
            data: components["schemas"]["EmployeeStatistics"][];
        };
        Item_list_Hit__: {
            data: components["schemas"]["Hit"][];
        };
        Item_list_OptionOut__: {
            data: components["schemas"]["OptionOut"][];
        };
        Item_list_ProjectStatistics__: {
            data: components["schemas"]["ProjectStatistics"][];
        };
        Item_list_SessionRow__: {
            data: components["schemas"]["SessionRow"][];
        };
        Item_list_TeamStatistics__: {
            data: components["schemas"]["TeamStatistics"][];
        };
        Item_MovementTotals_: {
            data: components["schemas"]["MovementTotals"];
        };
        Item_NotificationChoicesOut_: {
            data: components["schemas"]["NotificationChoicesOut"];
        };
        Item_NotificationOut_: {
            data: components["schemas"]["NotificationOut"];
        };
        Item_OosApprovalOut_: {
            data: components["schemas"]["OosApprovalOut"];
        };
        Item_OosTotals_: {
            data: components["schemas"]["OosTotals"];
        };
        Item_OptionOut_: {
            data: components["schemas"]["OptionOut"];
        };
        Item_PasskeyChallengeOut_: {
            data: components["schemas"]["PasskeyChallengeOut"];
        };
        Item_PaymentRow_: {
            data: components["schemas"]["PaymentRow"];
        };
        Item_ProjectDefaults_: {
            data: components["schemas"]["ProjectDefaults"];
        };
        Item_RateOut_: {
            data: components["schemas"]["RateOut"];
        };
        Item_Reading_: {
            data: components["schemas"]["Reading"];
        };
        Item_RecoveryCodes_: {
            data: components["schemas"]["RecoveryCodes"];
        };
        Item_Ref_: {
            data: components["schemas"]["Ref"];
        };
        Item_RetainerLockOut_: {
            data: components["schemas"]["RetainerLockOut"];
        };
        Item_SalesAnalysis_: {
            data: components["schemas"]["SalesAnalysis"];
        };
        Item_SavedViewOut_: {
            data: components["schemas"]["SavedViewOut"];
        };
        Item_SecondFactorOut_: {
            data: components["schemas"]["SecondFactorOut"];
        };
        Item_SettingsOut_: {
            data: components["schemas"]["SettingsOut"];
        };
        Item_SyncRunOut_: {
            data: components["schemas"]["SyncRunOut"];
        };
        Item_TeamworkCategory_: {
            data: components["schemas"]["TeamworkCategory"];
        };
        Item_TeamworkClient_: {
            data: components["schemas"]["TeamworkClient"];
        };
        Item_TeamworkProject_: {
            data: components["schemas"]["TeamworkProject"];
        };
        Item_TestResult_: {
            data: components["schemas"]["TestResult"];
        };
        Item_TotpStart_: {
            data: components["schemas"]["TotpStart"];
        };
        Item_Union_ChurnEventOut__ChurnEventBasicOut__: {
            data: components["schemas"]["VisibleChurnEventOut"];
        };
        Item_Union_ChurnTotals__ChurnTotalsBasic__: {
            data: components["schemas"]["VisibleChurnTotals"];
        };
        Item_Union_ClientOut__ClientBasic__: {
            data: components["schemas"]["VisibleClientOut"];
        };
        Item_Union_EmployeeChurnOut__EmployeeChurnBasic__: {
            data: components["schemas"]["VisibleEmployeeChurnOut"];
        };
        Item_Union_EmployeeOut__EmployeeOwn__EmployeeCosted__EmployeeBasic__EmployeeRow__: {
            data: components["schemas"]["VisibleEmployeeOut"];
        };
        Item_Union_GoalOut__GoalBasic__: {
            data: components["schemas"]["VisibleGoalOut"];
        };
        Item_Union_ImpersonatedUser__CurrentUser__: {
            data: components["schemas"]["VisibleImpersonatedUser"];
        };
        Item_Union_OosSaleOut__OosSaleBasic__: {
            data: components["schemas"]["VisibleOosSaleOut"];
        };
        Item_Union_PeriodOut__PeriodBasic__: {
            data: components["schemas"]["VisiblePeriodOut"];
        };
        Item_Union_ProjectOut__ProjectWithChurn__ProjectBasic__: {
            data: components["schemas"]["VisibleProjectOut"];
        };
        Item_Union_ProjectSale__ProjectSaleBasic__: {
            data: components["schemas"]["VisibleProjectSale"];
        };
        Item_Union_SettingsOut__SettingsLabels__: {
            data: components["schemas"]["VisibleSettingsOut"];
        };
        Item_Union_TeamOut__TeamNames__: {
            data: components["schemas"]["VisibleTeamOut"];
        };
        Item_UserOut_: {
            data: components["schemas"]["UserOut"];
        };
        KindCounts: {
            ignored: number;
            matched: number;
            proposed: number;
            unmatched: number;
        };
        LastRun: {
            api_id: string;
            error: string | null;
            finished_at: string | null;
            is_first: boolean;
            is_full: boolean;
            message: string | null;
            problems: number;
            progress: components["schemas"]["Progress"];
            records: number;
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed";
        };
        Leave: {
            api_id: string;
            ends_on: string | null;
            /** Format: date */
            starts_on: string;
        };
        LeaveCreate: {
            ends_on?: string | null;
            /** Format: date */
            starts_on: string;
        };
        LeaveUpdate: {
            ends_on?: string | null;
            starts_on?: string | null;
            version?: number | null;
        };
        Link: {
            deleted_at: string | null;
            external_id: string;
            name: string | null;
            /** @enum {string} */
            service: "teamwork" | "hubspot" | "quickbooks";
            synced_at: string | null;
            url: string | null;
        };
        LinkRef: {
            api_id: string;
            can_open: boolean;
            name: string;
        };
        Losses: {
            at_start: number;
            formula: string;
            lost: number;
            percent: string | null;
        };
        LossGroup: {
            losses: number;
            mrr_lost: components["schemas"]["Money"];
            value: string;
        };
        Match: {
            api_id: string;
            client: components["schemas"]["Ref"] | null;
            draft: components["schemas"]["Draft"] | null;
            is_ready: boolean;
            /** @enum {string} */
            kind: "client" | "person" | "project";
            name: string;
            parts: components["schemas"]["Part"][];
            score: number | null;
            /** @enum {string} */
            status: "proposed" | "unmatched" | "ignored" | "matched";
            target: components["schemas"]["Ref"] | null;
        };
        MatchBatchCreate: {
            /** @enum {string} */
            kind: "client" | "person" | "project";
            matches: components["schemas"]["Acceptance"][];
        };
        MatchCreate: {
            client?: components["schemas"]["NewClient"] | null;
            employee?: components["schemas"]["NewEmployee"] | null;
            /** @enum {string} */
            kind: "client" | "person" | "project";
            parts: components["schemas"]["PartChoice"][];
            target?: string | null;
        };
        Member: {
            api_id: string;
            is_active: boolean;
            name: string;
        };
        Meta: {
            current_page: number;
            from: number | null;
            last_page: number;
            per_page: number;
            to: number | null;
            total: number;
        };
        MissingRate: {
            currency: string;
            /** Format: date */
            on: string;
        };
        MissingSaleRate: {
            currency: string;
            /** Format: date */
            on: string;
        };
        Money: {
            amount: string;
            currency: string;
        };
        MovementOut: {
            amount: components["schemas"]["Money"];
            api_id: string;
            client: components["schemas"]["Ref"];
            converted: components["schemas"]["Money"] | null;
            /** @enum {string} */
            kind: "new" | "expansion" | "reactivation" | "contraction" | "churn";
            /** Format: date */
            on: string;
            rate: string | null;
            rate_on: string | null;
        };
        MovementTotals: {
            amounts: components["schemas"]["Money"][];
            converted: components["schemas"]["ConvertedSum"];
            rates_of: string | null;
        };
        NewClient: {
            account_manager: string;
            /** @enum {string} */
            currency: "CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU";
            name: string;
        };
        NewEmployee: {
            email: string;
            first_name: string;
            last_name: string;
        };
        NotificationChoicesOut: {
            digest_hour: number;
            events: components["schemas"]["EventChoice"][];
            updated_at: string | null;
            version: number;
        };
        NotificationChoicesUpdate: {
            budget_warnings?: components["schemas"]["EventChoiceUpdate"] | null;
            exports?: components["schemas"]["EventChoiceUpdate"] | null;
            goals_due?: components["schemas"]["EventChoiceUpdate"] | null;
            impersonation?: components["schemas"]["EventChoiceUpdate"] | null;
            overdue_invoices?: components["schemas"]["EventChoiceUpdate"] | null;
            renewals?: components["schemas"]["EventChoiceUpdate"] | null;
            sync_trouble?: components["schemas"]["EventChoiceUpdate"] | null;
            values_received?: components["schemas"]["EventChoiceUpdate"] | null;
            version?: number | null;
        };
        NotificationOut: {
            api_id: string;
            /** Format: date-time */
            created_at: string;
            detail: string;
            kind: string;
            link: string;
            read_at: string | null;
            title: string;
        };
        NotificationUpdate: {
            read: boolean;
        };
        OosApprovalCreate: {
            attachment?: string | null;
            contact_name?: string | null;
            /** Format: date */
            decided_on: string;
            /** @enum {string} */
            decision: "approved" | "declined";
            note?: string | null;
            project: string;
        };
        OosApprovalOut: {
            api_id: string;
            attachment: components["schemas"]["Ref"] | null;
            contact_name: string | null;
            /** Format: date-time */
            created_at: string;
            decided_by: components["schemas"]["Ref"];
            /** Format: date */
            decided_on: string;
            /** @enum {string} */
            decision: "approved" | "declined";
            note: string | null;
            project: components["schemas"]["Ref"];
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        OosApprovalUpdate: {
            attachment?: string | null;
            contact_name?: string | null;
            decided_on?: string | null;
            decision?: ("approved" | "declined") | null;
            note?: string | null;
            version?: number | null;
        };
        OosSaleBasic: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            approval: components["schemas"]["OosApprovalOut"] | null;
            approved_on: string | null;
            client: components["schemas"]["LinkRef"];
            currency: string;
            hours_logged: string;
            number: string;
            oos_type: string | null;
            parent: components["schemas"]["LinkRef"] | null;
            project: components["schemas"]["LinkRef"];
            seller: components["schemas"]["Ref"];
            /** Format: date */
            sold_on: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled";
            weight: number;
        };
        OosSaleBasicRow: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            approved_on: string | null;
            client: components["schemas"]["LinkRef"];
            currency: string;
            number: string;
            oos_type: string | null;
            parent: components["schemas"]["LinkRef"] | null;
            project: components["schemas"]["LinkRef"];
            seller: components["schemas"]["Ref"];
            /** Format: date */
            sold_on: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled";
            weight: number;
        };
        OosSaleOut: {
            account_manager: components["schemas"]["Ref"];
            amount: components["schemas"]["Money"];
            api_id: string;
            approval: components["schemas"]["OosApprovalOut"] | null;
            approved_on: string | null;
            client: components["schemas"]["LinkRef"];
            currency: string;
            hours_logged: string;
            number: string;
            oos_type: string | null;
            parent: components["schemas"]["LinkRef"] | null;
            project: components["schemas"]["LinkRef"];
            project_amount: components["schemas"]["Money"];
            seller: components["schemas"]["Ref"];
            /** Format: date */
            sold_on: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled";
            weight: number;
        };
        OosSaleRow: {
            account_manager: components["schemas"]["Ref"];
            amount: components["schemas"]["Money"];
            api_id: string;
            approved_on: string | null;
            client: components["schemas"]["LinkRef"];
            converted: components["schemas"]["Money"] | null;
            currency: string;
            number: string;
            oos_type: string | null;
            parent: components["schemas"]["LinkRef"] | null;
            project: components["schemas"]["LinkRef"];
            project_amount: components["schemas"]["Money"];
            rate: string | null;
            rate_on: string | null;
            seller: components["schemas"]["Ref"];
            /** Format: date */
            sold_on: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled";
            weight: number;
        };
        OosTotal: {
            counted: components["schemas"]["Money"];
            currency: string;
            proposed: components["schemas"]["Money"];
        };
        OosTotals: {
            converted: components["schemas"]["ConvertedSum"] | null;
            totals: components["schemas"]["OosTotal"][];
        };
        OptionCreate: {
            name_en: string;
            name_fr: string;
            position?: number | null;
        };
        OptionOut: {
            /** @enum {string} */
            enum: "churn_reason" | "industry" | "oos_type";
            is_active: boolean;
            name_en: string;
            name_fr: string;
            position: number;
            uses: number;
            value: string;
            version: number;
        };
        OptionUpdate: {
            is_active?: boolean | null;
            name_en?: string | null;
            name_fr?: string | null;
            position?: number | null;
            version?: number | null;
        };
        OwnBridge: {
            churn: components["schemas"]["Money"];
            contraction: components["schemas"]["Money"];
            currency: string;
            expansion: components["schemas"]["Money"];
            mrr_end: components["schemas"]["Money"];
            mrr_start: components["schemas"]["Money"];
            new: components["schemas"]["Money"];
            reactivation: components["schemas"]["Money"];
        };
        Page_AccountManager_: {
            data: components["schemas"]["AccountManager"][];
            meta: components["schemas"]["Meta"];
        };
        Page_ActivityRow_: {
            data: components["schemas"]["ActivityRow"][];
            meta: components["schemas"]["Meta"];
        };
        Page_AttachmentRow_: {
            data: components["schemas"]["AttachmentRow"][];
            meta: components["schemas"]["Meta"];
        };
        Page_AwardOut_: {
            data: components["schemas"]["AwardOut"][];
            meta: components["schemas"]["Meta"];
        };
        Page_BoardRow_: {
            data: components["schemas"]["BoardRow"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Burn_: {
            data: components["schemas"]["Burn"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Candidate_: {
            data: components["schemas"]["Candidate"][];
            meta: components["schemas"]["Meta"];
        };
        Page_ClientReceivables_: {
            data: components["schemas"]["ClientReceivables"][];
            meta: components["schemas"]["Meta"];
        };
        Page_CoreValueOut_: {
            data: components["schemas"]["CoreValueOut"][];
            meta: components["schemas"]["Meta"];
        };
        Page_DealOut_: {
            data: components["schemas"]["DealOut"][];
            meta: components["schemas"]["Meta"];
        };
        Page_ExportOut_: {
            data: components["schemas"]["ExportOut"][];
            meta: components["schemas"]["Meta"];
        };
        Page_FetchOut_: {
            data: components["schemas"]["FetchOut"][];
            meta: components["schemas"]["Meta"];
        };
        Page_HubspotDeal_: {
            data: components["schemas"]["HubspotDeal"][];
            meta: components["schemas"]["Meta"];
        };
        Page_ImportRowOut_: {
            data: components["schemas"]["ImportRowOut"][];
            meta: components["schemas"]["Meta"];
        };
        Page_InvoiceRow_: {
            data: components["schemas"]["InvoiceRow"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Match_: {
            data: components["schemas"]["Match"][];
            meta: components["schemas"]["Meta"];
        };
        Page_MovementOut_: {
            data: components["schemas"]["MovementOut"][];
            meta: components["schemas"]["Meta"];
        };
        Page_NotificationOut_: {
            data: components["schemas"]["NotificationOut"][];
            meta: components["schemas"]["Meta"];
        };
        Page_QuickbooksCustomer_: {
            data: components["schemas"]["QuickbooksCustomer"][];
            meta: components["schemas"]["Meta"];
        };
        Page_RateOut_: {
            data: components["schemas"]["RateOut"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Receivable_: {
            data: components["schemas"]["Receivable"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Ref_: {
            data: components["schemas"]["Ref"][];
            meta: components["schemas"]["Meta"];
        };
        Page_SavedViewOut_: {
            data: components["schemas"]["SavedViewOut"][];
            meta: components["schemas"]["Meta"];
        };
        Page_SyncRunOut_: {
            data: components["schemas"]["SyncRunOut"][];
            meta: components["schemas"]["Meta"];
        };
        Page_TeamworkCategory_: {
            data: components["schemas"]["TeamworkCategory"][];
            meta: components["schemas"]["Meta"];
        };
        Page_TeamworkClient_: {
            data: components["schemas"]["TeamworkClient"][];
            meta: components["schemas"]["Meta"];
        };
        Page_TeamworkProject_: {
            data: components["schemas"]["TeamworkProject"][];
            meta: components["schemas"]["Meta"];
        };
        Page_TeamworkUser_: {
            data: components["schemas"]["TeamworkUser"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Union_ChurnEventRow__ChurnEventBasic__: {
            data: components["schemas"]["VisibleChurnEventRow"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Union_ClientRow__ClientBasicRow__: {
            data: components["schemas"]["VisibleClientRow"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Union_EmployeeBasicRow__EmployeeRow__: {
            data: components["schemas"]["VisibleEmployeeBasicRow"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Union_EmployeeChurnOut__EmployeeChurnBasic__: {
            data: components["schemas"]["VisibleEmployeeChurnOut"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Union_GoalRow__GoalBasic__: {
            data: components["schemas"]["VisibleGoalRow"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Union_OosSaleRow__OosSaleBasicRow__: {
            data: components["schemas"]["VisibleOosSaleRow"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Union_PeriodOut__PeriodBasic__: {
            data: components["schemas"]["VisiblePeriodOut"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Union_ProjectRow__ProjectBasicRow__: {
            data: components["schemas"]["VisibleProjectRow"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Union_TeamRow__TeamNames__: {
            data: components["schemas"]["VisibleTeamRow"][];
            meta: components["schemas"]["Meta"];
        };
        Page_Union_UnapprovedWork__UnapprovedWorkBasic__: {
            data: components["schemas"]["VisibleUnapprovedWork"][];
            meta: components["schemas"]["Meta"];
        };
        Page_UserRow_: {
            data: components["schemas"]["UserRow"][];
            meta: components["schemas"]["Meta"];
        };
        Part: {
            api_id: string;
            detail: string | null;
            external_id: string;
            follows: boolean;
            is_active: boolean;
            name: string;
            reason: ("domain" | "email" | "name" | "similar_name" | "parent" | "manual") | null;
            score: number | null;
            /** @enum {string} */
            service: "teamwork" | "hubspot" | "quickbooks" | "regie";
            url: string | null;
            version: string;
        };
        PartChoice: {
            external_id: string;
            /** @enum {string} */
            service: "teamwork" | "hubspot" | "quickbooks" | "regie";
            version?: string | null;
        };
        PasskeyChallengeOut: {
            options: {
                [key: string]: unknown;
            };
        };
        PasskeyCreate: {
            credential: string;
            name: string;
        };
        PasskeyOut: {
            api_id: string;
            /** Format: date-time */
            created_at: string;
            last_used_at: string | null;
            name: string;
        };
        PasswordByLink: {
            password: string;
            token: string;
        };
        PasswordChange: {
            current_password?: string | null;
            password: string;
        };
        PaymentCreate: {
            amount: string;
            /** Format: date */
            due_on: string;
            label?: string | null;
            note?: string | null;
            period_end?: string | null;
            period_start?: string | null;
            project: string;
        };
        PaymentDecision: {
            reason?: string | null;
            status?: ("planned" | "ready" | "skipped" | "written_off") | null;
        };
        PaymentMeta: {
            current_page: number;
            from: number | null;
            last_page: number;
            per_page: number;
            to: number | null;
            total: number;
            totals: components["schemas"]["PaymentTotals"][];
        };
        PaymentPage: {
            data: components["schemas"]["PaymentRow"][];
            meta: components["schemas"]["PaymentMeta"];
        };
        PaymentRow: {
            account_manager: components["schemas"]["Ref"];
            amount: components["schemas"]["Money"];
            api_id: string;
            can: ("edit" | "ready" | "plan" | "link" | "unlink" | "skip" | "write_off" | "reopen" | "delete")[];
            client: components["schemas"]["Ref"];
            currency: string;
            /** Format: date */
            due_on: string;
            follows_terms: boolean;
            invoice: components["schemas"]["Ref"] | null;
            invoiced_on: string | null;
            label: string;
            note: string | null;
            paid_amount: components["schemas"]["Money"] | null;
            paid_on: string | null;
            period_end: string | null;
            period_start: string | null;
            project: components["schemas"]["Ref"];
            /** @enum {string} */
            project_kind: "fixed" | "oos" | "retainer";
            reason: string | null;
            sequence: number;
            /** @enum {string} */
            status: "planned" | "ready" | "invoiced" | "partially_paid" | "paid" | "invoice_voided" | "invoice_deleted" | "skipped" | "written_off";
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        Payments: {
            data: components["schemas"]["PaymentRow"][];
        };
        PaymentTotals: {
            currency: string;
            invoiced: components["schemas"]["Money"];
            paid: components["schemas"]["Money"];
            planned: components["schemas"]["Money"];
            ready: components["schemas"]["Money"];
            skipped: components["schemas"]["Money"];
            to_relink: components["schemas"]["Money"];
            written_off: components["schemas"]["Money"];
        };
        PaymentUpdate: {
            amount?: string | null;
            due_on?: string | null;
            invoice?: string | null;
            label?: string | null;
            note?: string | null;
            reason?: string | null;
            status?: ("planned" | "ready" | "skipped" | "written_off") | null;
            version?: number | null;
        };
        PeriodBasic: {
            account_manager: components["schemas"]["Ref"];
            adjustment: string;
            adjustment_reason: string | null;
            api_id: string;
            base_hours: string;
            can: ("adjust" | "lock" | "unlock")[];
            client: components["schemas"]["Ref"];
            closing_balance: string;
            /** Format: date */
            ends_on: string;
            lapsed_hours: string;
            late_hours: string;
            locked_at: string | null;
            locked_by: components["schemas"]["Ref"] | null;
            overage_hours: string;
            project: components["schemas"]["Ref"];
            ran_out_on: string | null;
            rollover_in: string;
            rollover_out: string;
            /** Format: date */
            starts_on: string;
            /** @enum {string} */
            status: "open" | "locked";
            /** Format: date-time */
            updated_at: string;
            used_hours: string;
            version: number;
        };
        PeriodOut: {
            account_manager: components["schemas"]["Ref"];
            adjustment: string;
            adjustment_reason: string | null;
            api_id: string;
            base_hours: string;
            can: ("adjust" | "lock" | "unlock")[];
            client: components["schemas"]["Ref"];
            closing_balance: string;
            /** Format: date */
            ends_on: string;
            fee: components["schemas"]["Money"];
            lapsed_hours: string;
            late_hours: string;
            locked_at: string | null;
            locked_by: components["schemas"]["Ref"] | null;
            overage_hours: string;
            payment: components["schemas"]["Ref"] | null;
            project: components["schemas"]["Ref"];
            ran_out_on: string | null;
            rollover_in: string;
            rollover_out: string;
            /** Format: date */
            starts_on: string;
            /** @enum {string} */
            status: "open" | "locked";
            /** Format: date-time */
            updated_at: string;
            used_hours: string;
            version: number;
        };
        PeriodUnlock: {
            reason: string;
        };
        PeriodUpdate: {
            adjustment?: string | null;
            adjustment_reason?: string | null;
            version?: number | null;
        };
        /** @enum {string} */
        Permission: "activity.export" | "activity.view" | "activity.view_churn" | "activity.view_money" | "attachments.manage" | "awards.give" | "awards.manage" | "churns.confirm" | "churns.record" | "churns.view" | "clients.create" | "clients.delete" | "clients.edit" | "clients.edit_billing" | "clients.money" | "clients.view" | "connections.edit_secrets" | "connections.run" | "connections.run_quickbooks" | "connections.view" | "core_values.edit" | "core_values.view" | "dashboard.view" | "deals.view" | "directory.view" | "employees.cost_rates" | "employees.create" | "employees.delete" | "employees.edit" | "employees.edit_contact" | "employees.edit_cost_rates" | "employees.hr_files" | "employees.view" | "enum_options.edit" | "enum_options.edit_churn_reasons" | "enum_options.view" | "goals.check_in" | "goals.edit" | "goals.view" | "hubspot.view" | "invoices.edit_links" | "invoices.follow_up" | "invoices.view" | "matching.edit" | "matching.view" | "oos_sales.view" | "payments.edit" | "payments.edit_to_ready" | "payments.view" | "payments.write_off" | "projects.archive" | "projects.create" | "projects.delete" | "projects.edit" | "projects.edit_billing" | "projects.money" | "projects.mrr" | "projects.view" | "quickbooks.view" | "retainers.adjust" | "retainers.lock" | "retainers.unlock" | "retainers.view" | "saved_views.share" | "settings.edit" | "settings.edit_rates" | "settings.view" | "statistics.churn" | "statistics.goals" | "statistics.hours" | "statistics.mrr" | "statistics.oos" | "statistics.receivables" | "statistics.revenue" | "statistics.values" | "teams.edit" | "teams.view" | "teamwork.view" | "users.create" | "users.delete" | "users.edit" | "users.impersonate" | "users.view";
        Preventable: {
            formula: string;
            losses: number;
            mrr_lost: components["schemas"]["Money"];
            mrr_percent: string | null;
            mrr_preventable: components["schemas"]["Money"];
            percent: string | null;
            preventable: number;
        };
        PreviousDays: {
            bridge: components["schemas"]["BridgeOut"];
            left_out: string[];
            preventable: components["schemas"]["Preventable"];
        };
        Profile: {
            /** @enum {string} */
            currency: "CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU";
            first_name: string;
            last_name: string;
            /** @enum {string} */
            locale: "en-us" | "fr-ca";
            timezone: string;
            version?: number | null;
        };
        ProfileUpdate: {
            /**
             * @default
             * @enum {string}
             */
            currency?: "CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU";
            /** @default  */
            first_name?: string;
            /** @default  */
            last_name?: string;
            /**
             * @default en-us
             * @enum {string}
             */
            locale?: "en-us" | "fr-ca";
            /** @default  */
            timezone?: string;
            version?: number | null;
        };
        Progress: {
            done: number;
            step: string | null;
            total: number | null;
        };
        ProjectArchiving: {
            /** @default true */
            archived?: boolean;
        };
        ProjectBasic: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            approval: ("waiting" | "approved" | "declined") | null;
            approved_on: string | null;
            archived_at: string | null;
            auto_renew: boolean | null;
            billing_day: number | null;
            budget_hours: string | null;
            budget_percent: string | null;
            burn_percent: string | null;
            can: ("edit" | "edit_billing" | "archive" | "unarchive" | "delete")[];
            client: components["schemas"]["LinkRef"];
            /** @enum {string} */
            counted_hours: "all" | "billable";
            /** Format: date-time */
            created_at: string;
            currency: string;
            deal: components["schemas"]["Ref"] | null;
            description: string | null;
            end_on: string | null;
            health: ("green" | "amber" | "red") | null;
            hours_logged: string;
            hours_shown: boolean;
            included_hours: string | null;
            /** @enum {string} */
            kind: "fixed" | "oos" | "retainer";
            left_hours: string | null;
            links: components["schemas"]["ProjectLink"][];
            members: components["schemas"]["Ref"][];
            name: string;
            notice_days: number | null;
            number: string;
            oos_type: string | null;
            parent_project: components["schemas"]["LinkRef"] | null;
            project_manager: components["schemas"]["Ref"] | null;
            renews_on: string | null;
            rollover: ("none" | "surplus" | "both") | null;
            rollover_cap_hours: string | null;
            rollover_expiry_months: number | null;
            seller: components["schemas"]["Ref"] | null;
            seller_count: number;
            sold_by: components["schemas"]["Seller"][];
            sold_on: string | null;
            /** Format: date */
            start_on: string;
            /** @enum {string} */
            status: "draft" | "active" | "on_hold" | "completed" | "cancelled" | "ended" | "churned";
            tags: string[];
            team: components["schemas"]["Ref"] | null;
            teamwork_category: components["schemas"]["Ref"] | null;
            term_months: number | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        ProjectBasicRow: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            approval: ("waiting" | "approved" | "declined") | null;
            archived_at: string | null;
            auto_renew: boolean | null;
            budget_hours: string | null;
            budget_percent: string | null;
            burn_percent: string | null;
            client: components["schemas"]["LinkRef"];
            currency: string;
            end_on: string | null;
            health: ("green" | "amber" | "red") | null;
            hours_logged: string;
            hours_shown: boolean;
            included_hours: string | null;
            /** @enum {string} */
            kind: "fixed" | "oos" | "retainer";
            left_hours: string | null;
            name: string;
            number: string;
            oos_type: string | null;
            renews_on: string | null;
            seller: components["schemas"]["Ref"] | null;
            seller_count: number;
            sold_on: string | null;
            /** Format: date */
            start_on: string;
            /** @enum {string} */
            status: "draft" | "active" | "on_hold" | "completed" | "cancelled" | "ended" | "churned";
            tags: string[];
            team: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        ProjectChange: {
            /** @default  */
            account_manager?: string;
            project_manager?: string | null;
        };
        ProjectChoice: {
            project: string;
        };
        ProjectCreate: {
            account_manager: string;
            amount?: string | null;
            approved_on?: string | null;
            auto_renew?: boolean | null;
            billing_day?: number | null;
            budget_hours?: string | null;
            client: string;
            /**
             * @default all
             * @enum {string}
             */
            counted_hours?: "all" | "billable";
            /** @enum {string} */
            currency: "CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU";
            deal?: string | null;
            description?: string | null;
            end_on?: string | null;
            fee_reason?: string | null;
            fee_starts_on?: string | null;
            health?: ("green" | "amber" | "red") | null;
            hourly_rate?: string | null;
            included_hours?: string | null;
            /** @enum {string} */
            kind: "fixed" | "oos" | "retainer";
            /** @default [] */
            members?: string[];
            monthly_fee?: string | null;
            name: string;
            notice_days?: number | null;
            oos_type?: string | null;
            overage_rate?: string | null;
            parent_project?: string | null;
            project_manager?: string | null;
            renews_on?: string | null;
            rollover?: ("none" | "surplus" | "both") | null;
            rollover_cap_hours?: string | null;
            rollover_expiry_months?: number | null;
            /** @default [] */
            sold_by?: components["schemas"]["SellerIn"][];
            sold_on?: string | null;
            /** Format: date */
            start_on: string;
            /**
             * @default draft
             * @enum {string}
             */
            status?: "draft" | "active";
            /** @default [] */
            tags?: string[];
            team?: string | null;
            teamwork_project_id?: string | null;
            term_months?: number | null;
        };
        ProjectDefaults: {
            /** @enum {string} */
            counted_hours: "all" | "billable";
            /** @enum {string} */
            rollover: "none" | "surplus" | "both";
            rollover_cap_hours: string | null;
            rollover_expiry_months: number | null;
        };
        ProjectFigure: {
            formula: string;
            money: components["schemas"]["Money"] | null;
            /** @enum {string} */
            unit: "hours" | "percent" | "money";
            value: string | null;
        };
        ProjectLink: {
            deleted_at: string | null;
            external_id: string;
            name: string | null;
            /** @enum {string} */
            service: "teamwork" | "hubspot";
            synced_at: string | null;
            url: string | null;
        };
        ProjectOut: {
            account_manager: components["schemas"]["Ref"];
            amount: components["schemas"]["Money"] | null;
            api_id: string;
            approval: ("waiting" | "approved" | "declined") | null;
            approved_on: string | null;
            archived_at: string | null;
            auto_renew: boolean | null;
            billed: components["schemas"]["Money"] | null;
            billed_percent: string | null;
            billing_day: number | null;
            budget_hours: string | null;
            budget_percent: string | null;
            burn_percent: string | null;
            can: ("edit" | "edit_billing" | "archive" | "unarchive" | "delete")[];
            churn: components["schemas"]["CurrentChurn"] | null;
            client: components["schemas"]["LinkRef"];
            /** @enum {string} */
            counted_hours: "all" | "billable";
            /** Format: date-time */
            created_at: string;
            currency: string;
            deal: components["schemas"]["Ref"] | null;
            description: string | null;
            end_on: string | null;
            fees: components["schemas"]["Fee"][];
            health: ("green" | "amber" | "red") | null;
            hourly_rate: components["schemas"]["Money"] | null;
            hours_logged: string;
            hours_shown: boolean;
            included_hours: string | null;
            /** @enum {string} */
            kind: "fixed" | "oos" | "retainer";
            left_hours: string | null;
            links: components["schemas"]["ProjectLink"][];
            members: components["schemas"]["Ref"][];
            monthly_fee: components["schemas"]["Money"] | null;
            name: string;
            notice_days: number | null;
            number: string;
            oos_type: string | null;
            overage_rate: components["schemas"]["Money"] | null;
            parent_project: components["schemas"]["LinkRef"] | null;
            project_manager: components["schemas"]["Ref"] | null;
            renews_on: string | null;
            rollover: ("none" | "surplus" | "both") | null;
            rollover_cap_hours: string | null;
            rollover_expiry_months: number | null;
            seller: components["schemas"]["Ref"] | null;
            seller_count: number;
            sold_by: components["schemas"]["Seller"][];
            sold_on: string | null;
            /** Format: date */
            start_on: string;
            /** @enum {string} */
            status: "draft" | "active" | "on_hold" | "completed" | "cancelled" | "ended" | "churned";
            tags: string[];
            team: components["schemas"]["Ref"] | null;
            teamwork_category: components["schemas"]["Ref"] | null;
            term_months: number | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        ProjectRow: {
            account_manager: components["schemas"]["Ref"];
            amount: components["schemas"]["Money"] | null;
            api_id: string;
            approval: ("waiting" | "approved" | "declined") | null;
            archived_at: string | null;
            auto_renew: boolean | null;
            billed_percent: string | null;
            budget_hours: string | null;
            budget_percent: string | null;
            burn_percent: string | null;
            client: components["schemas"]["LinkRef"];
            currency: string;
            end_on: string | null;
            health: ("green" | "amber" | "red") | null;
            hours_logged: string;
            hours_shown: boolean;
            included_hours: string | null;
            /** @enum {string} */
            kind: "fixed" | "oos" | "retainer";
            left_hours: string | null;
            monthly_fee: components["schemas"]["Money"] | null;
            name: string;
            number: string;
            oos_type: string | null;
            renews_on: string | null;
            seller: components["schemas"]["Ref"] | null;
            seller_count: number;
            sold_on: string | null;
            /** Format: date */
            start_on: string;
            /** @enum {string} */
            status: "draft" | "active" | "on_hold" | "completed" | "cancelled" | "ended" | "churned";
            tags: string[];
            team: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        ProjectSale: {
            approval: components["schemas"]["OosApprovalOut"] | null;
            approved_on: string | null;
            currency: string;
            hours_logged: string;
            may_decide: boolean;
            project: components["schemas"]["Ref"];
            project_amount: components["schemas"]["Money"];
            sellers: components["schemas"]["SellerPart"][];
            /** Format: date */
            sold_on: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled";
        };
        ProjectSaleBasic: {
            approval: components["schemas"]["OosApprovalOut"] | null;
            approved_on: string | null;
            currency: string;
            hours_logged: string;
            may_decide: boolean;
            project: components["schemas"]["Ref"];
            sellers: components["schemas"]["SellerPartBasic"][];
            /** Format: date */
            sold_on: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled";
        };
        ProjectStatistics: {
            /** Format: date */
            as_of: string;
            currency: string;
            figures: {
                [key: string]: components["schemas"]["ProjectFigure"];
            };
            /** Format: date */
            from: string;
            /** @enum {string} */
            kind: "fixed" | "oos" | "retainer";
            missing_rate: string | null;
            project: components["schemas"]["Ref"];
        };
        ProjectUpdate: {
            /** @default  */
            account_manager?: string;
            amount?: string | null;
            approved_on?: string | null;
            auto_renew?: boolean | null;
            billing_day?: number | null;
            budget_hours?: string | null;
            /**
             * @default all
             * @enum {string}
             */
            counted_hours?: "all" | "billable";
            /**
             * @default
             * @enum {string}
             */
            currency?: "CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU";
            description?: string | null;
            end_on?: string | null;
            fee_reason?: string | null;
            fee_starts_on?: string | null;
            health?: ("green" | "amber" | "red") | null;
            hourly_rate?: string | null;
            included_hours?: string | null;
            kind?: ("fixed" | "oos" | "retainer") | null;
            /** @default [] */
            members?: string[];
            monthly_fee?: string | null;
            /** @default  */
            name?: string;
            notice_days?: number | null;
            oos_type?: string | null;
            overage_rate?: string | null;
            parent_project?: string | null;
            project_manager?: string | null;
            renews_on?: string | null;
            rollover?: ("none" | "surplus" | "both") | null;
            rollover_cap_hours?: string | null;
            rollover_expiry_months?: number | null;
            /** @default [] */
            sold_by?: components["schemas"]["SellerIn"][];
            sold_on?: string | null;
            start_on?: string | null;
            status?: ("draft" | "active" | "on_hold" | "completed" | "cancelled" | "ended" | "churned") | null;
            /** @default [] */
            tags?: string[];
            team?: string | null;
            teamwork_project_id?: string | null;
            term_months?: number | null;
            version?: number | null;
        };
        ProjectWithChurn: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            approval: ("waiting" | "approved" | "declined") | null;
            approved_on: string | null;
            archived_at: string | null;
            auto_renew: boolean | null;
            billing_day: number | null;
            budget_hours: string | null;
            budget_percent: string | null;
            burn_percent: string | null;
            can: ("edit" | "edit_billing" | "archive" | "unarchive" | "delete")[];
            churn: components["schemas"]["CurrentChurn"] | null;
            client: components["schemas"]["LinkRef"];
            /** @enum {string} */
            counted_hours: "all" | "billable";
            /** Format: date-time */
            created_at: string;
            currency: string;
            deal: components["schemas"]["Ref"] | null;
            description: string | null;
            end_on: string | null;
            health: ("green" | "amber" | "red") | null;
            hours_logged: string;
            hours_shown: boolean;
            included_hours: string | null;
            /** @enum {string} */
            kind: "fixed" | "oos" | "retainer";
            left_hours: string | null;
            links: components["schemas"]["ProjectLink"][];
            members: components["schemas"]["Ref"][];
            name: string;
            notice_days: number | null;
            number: string;
            oos_type: string | null;
            parent_project: components["schemas"]["LinkRef"] | null;
            project_manager: components["schemas"]["Ref"] | null;
            renews_on: string | null;
            rollover: ("none" | "surplus" | "both") | null;
            rollover_cap_hours: string | null;
            rollover_expiry_months: number | null;
            seller: components["schemas"]["Ref"] | null;
            seller_count: number;
            sold_by: components["schemas"]["Seller"][];
            sold_on: string | null;
            /** Format: date */
            start_on: string;
            /** @enum {string} */
            status: "draft" | "active" | "on_hold" | "completed" | "cancelled" | "ended" | "churned";
            tags: string[];
            team: components["schemas"]["Ref"] | null;
            teamwork_category: components["schemas"]["Ref"] | null;
            term_months: number | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        Proof: {
            code?: string | null;
            password?: string | null;
        };
        ProposedShare: {
            employee: components["schemas"]["Ref"];
            weight: number;
        };
        QuickbooksCustomer: {
            address: string | null;
            api_id: string;
            balance: components["schemas"]["Money"] | null;
            client: components["schemas"]["Ref"] | null;
            company_name: string | null;
            currency: string | null;
            deleted_at: string | null;
            email: string | null;
            external_id: string;
            is_active: boolean;
            name: string;
            parent: components["schemas"]["Ref"] | null;
            phone: string | null;
            source_url: string | null;
            /** Format: date-time */
            synced_at: string;
        };
        Rate: {
            formula: string;
            percent: string | null;
        };
        RateCreate: {
            /** @enum {string} */
            currency: "CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU";
            rate: string;
            /** Format: date */
            valid_on: string;
        };
        RateOut: {
            api_id: string;
            can: ("edit" | "delete")[];
            /** Format: date-time */
            created_at: string;
            currency: string;
            entered_by: components["schemas"]["Ref"] | null;
            /** Format: date */
            observed_on: string;
            rate: string;
            /** @enum {string} */
            source: "bank_of_canada" | "by_hand" | "imported";
            /** Format: date-time */
            updated_at: string;
            /** Format: date */
            valid_on: string;
            version: number;
        };
        RateUpdate: {
            rate: string;
            reason: string;
            version?: number | null;
        };
        Reading: {
            read: number;
        };
        ReadingCreate: {
            newest: string;
        };
        Receivable: {
            aging_bucket: string;
            api_id: string;
            balance: components["schemas"]["Money"];
            client: components["schemas"]["Ref"] | null;
            currency: string;
            customer_name: string;
            days_past_due: number;
            due_on: string | null;
            follow_up_on: string | null;
            follow_up_owner: components["schemas"]["Ref"] | null;
            /** Format: date */
            issued_on: string;
            number: string | null;
            /** Format: date */
            payable_on: string;
            total: components["schemas"]["Money"];
        };
        ReceiverCount: {
            awards: number;
            receiver: components["schemas"]["Ref"];
        };
        RecoveryCodes: {
            recovery_codes: string[];
        };
        Ref: {
            api_id: string;
            name: string;
        };
        Refusal: {
            code: string;
            message: string;
            request_id: string;
        };
        regie__domains__attachments__schemas__Owner: {
            api_id: string;
            /** @enum {string} */
            kind: "project" | "client" | "employee";
            name: string;
        };
        regie__domains__search__schemas__Owner: {
            api_id: string;
            /** @enum {string} */
            kind: "client" | "project" | "employee";
            name: string;
        };
        ResetRequest: {
            email: string;
        };
        RetainerLock: {
            month: string;
            /** @default [] */
            projects?: string[];
        };
        RetainerLockOut: {
            locked: number;
            month: string;
        };
        SalesAnalysis: {
            /** Format: date */
            as_of: string;
            currency: string;
            /** Format: date */
            from: string;
            missing_rates: components["schemas"]["MissingSaleRate"][];
            months: components["schemas"]["SalesMonth"][];
            people: components["schemas"]["SellerSales"][];
            ratio: components["schemas"]["SalesRatio"] | null;
            sold: components["schemas"]["SalesFigure"];
            statuses: components["schemas"]["SalesStatus"][];
            teams: components["schemas"]["TeamSales"][];
            /** Format: date */
            to: string;
        };
        SalesFigure: {
            count: number;
            /** @constant */
            formula: "oos_sold";
            hidden: number;
            money: components["schemas"]["Money"];
            percent: string | null;
            target: components["schemas"]["BoardSum"] | null;
            unconverted: components["schemas"]["Money"][];
        };
        SalesMonth: {
            count: number;
            /** Format: date */
            ends_on: string;
            /** @constant */
            formula: "oos_sold";
            hidden: number;
            money: components["schemas"]["Money"];
            percent: string | null;
            /** Format: date */
            starts_on: string;
            target: components["schemas"]["BoardSum"] | null;
            unconverted: components["schemas"]["Money"][];
        };
        SalesRatio: {
            /** @constant */
            formula: "oos_ratio";
            percent: string | null;
            revenue: components["schemas"]["Money"];
            unconverted: components["schemas"]["Money"][];
        };
        SalesStatus: {
            count: number;
            hidden: number;
            money: components["schemas"]["Money"];
            /** @enum {string} */
            status: "proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled";
            unconverted: components["schemas"]["Money"][];
        };
        SavedViewCreate: {
            /** @default false */
            is_default?: boolean;
            /** @default false */
            is_shared?: boolean;
            list_name: string;
            name: string;
            /** @default  */
            query?: string;
        };
        SavedViewOut: {
            api_id: string;
            /** Format: date-time */
            created_at: string;
            is_default: boolean;
            is_mine: boolean;
            is_shared: boolean;
            is_unused: boolean;
            /** Format: date */
            last_used_on: string;
            list_name: string;
            may_change: boolean;
            name: string;
            owner: components["schemas"]["Ref"];
            query: string;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        SavedViewUpdate: {
            is_shared?: boolean | null;
            name?: string | null;
            query?: string | null;
            version?: number | null;
        };
        ScheduleCreate: {
            parts?: number | null;
            /** @default [] */
            percentages?: string[];
            project: string;
            starts_on?: string | null;
        };
        SecondFactor: {
            code?: string | null;
            passkey?: string | null;
            recovery_code?: string | null;
        };
        SecondFactorOut: {
            passkeys: components["schemas"]["PasskeyOut"][];
            proved_until: string | null;
            recovery_codes_left: number;
            totp: boolean;
        };
        Seller: {
            employee: components["schemas"]["Ref"];
            weight: number;
        };
        SellerIn: {
            employee: string;
            weight: number;
        };
        SellerPart: {
            amount: components["schemas"]["Money"];
            api_id: string;
            seller: components["schemas"]["Ref"];
            weight: number;
        };
        SellerPartBasic: {
            api_id: string;
            seller: components["schemas"]["Ref"];
            weight: number;
        };
        SellerSales: {
            count: number;
            employee: components["schemas"]["Ref"];
            /** @constant */
            formula: "oos_sold";
            hidden: number;
            money: components["schemas"]["Money"];
            percent: string | null;
            target: components["schemas"]["BoardSum"] | null;
            unconverted: components["schemas"]["Money"][];
        };
        SessionRow: {
            address: string;
            agent: string;
            api_id: string;
            /** Format: date-time */
            created_at: string;
            is_current: boolean;
            method: string;
            /** Format: date-time */
            seen_at: string;
        };
        SettingsLabels: {
            bug_project: string | null;
            /** @enum {string} */
            default_locale: "en-us" | "fr-ca";
            /** @enum {string} */
            fiscal_year_start: "january" | "february" | "march" | "april" | "may" | "june" | "july" | "august" | "september" | "october" | "november" | "december";
            logo: string | null;
            name: string;
            reporting_currency: string;
            timezone: string;
        };
        SettingsOut: {
            admins_need_two_factor: boolean;
            ageing_edges: number[];
            alert_pace: string;
            alert_thresholds: number[];
            allowed_email_domains: string[];
            attribution_look_back_months: number;
            bug_project: string | null;
            /** @enum {string} */
            churn_recognition: "effective" | "notice";
            /** @enum {string} */
            counted_hours: "all" | "billable";
            /** @enum {string} */
            default_locale: "en-us" | "fr-ca";
            /** @enum {string} */
            exchange_rate_source: "bank_of_canada" | "by_hand";
            /** @enum {string} */
            fiscal_year_start: "january" | "february" | "march" | "april" | "may" | "june" | "july" | "august" | "september" | "october" | "november" | "december";
            logo: string | null;
            name: string;
            payment_terms_days: number;
            reporting_currency: string;
            /** @enum {string} */
            rollover: "none" | "surplus" | "both";
            rollover_cap_hours: string | null;
            rollover_expiry_months: number | null;
            timezone: string;
            updated_at: string | null;
            version: number;
        };
        SettingsUpdate: {
            /** @default false */
            admins_need_two_factor?: boolean;
            /**
             * @default [
             *       30,
             *       60,
             *       90
             *     ]
             */
            ageing_edges?: number[];
            /** @default 1.15 */
            alert_pace?: string;
            /** @default [] */
            alert_thresholds?: number[];
            /** @default [] */
            allowed_email_domains?: string[];
            /** @default 12 */
            attribution_look_back_months?: number;
            bug_project?: string | null;
            /**
             * @default effective
             * @enum {string}
             */
            churn_recognition?: "effective" | "notice";
            /**
             * @default all
             * @enum {string}
             */
            counted_hours?: "all" | "billable";
            /**
             * @default en-us
             * @enum {string}
             */
            default_locale?: "en-us" | "fr-ca";
            /**
             * @default bank_of_canada
             * @enum {string}
             */
            exchange_rate_source?: "bank_of_canada" | "by_hand";
            /**
             * @default january
             * @enum {string}
             */
            fiscal_year_start?: "january" | "february" | "march" | "april" | "may" | "june" | "july" | "august" | "september" | "october" | "november" | "december";
            logo?: string | null;
            /** @default  */
            name?: string;
            /** @default 30 */
            payment_terms_days?: number;
            /**
             * @default USD
             * @enum {string}
             */
            reporting_currency?: "CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU";
            /**
             * @default none
             * @enum {string}
             */
            rollover?: "none" | "surplus" | "both";
            rollover_cap_hours?: string | null;
            rollover_expiry_months?: number | null;
            /** @default America/Toronto */
            timezone?: string;
            version?: number | null;
        };
        Share: {
            employee: components["schemas"]["Ref"];
            months_managed: number;
            weight: number;
        };
        ShareIn: {
            employee: string;
            weight: number;
        };
        SignedIn: {
            data: components["schemas"]["CurrentUser"] | null;
            second_factor: ("totp" | "passkey" | "recovery_code")[] | null;
        };
        SuggestedInvoice: {
            api_id: string;
            balance: components["schemas"]["Money"];
            /** Format: date */
            issued_on: string;
            number: string;
            project: components["schemas"]["Ref"] | null;
            room: components["schemas"]["Money"];
            subtotal: components["schemas"]["Money"];
            total: components["schemas"]["Money"];
        };
        Suggestion: {
            invoice: components["schemas"]["SuggestedInvoice"];
            reasons: ("same_amount" | "close_amount" | "part_of_larger" | "same_project" | "same_month" | "close_date")[];
            score: number;
        };
        Suggestions: {
            data: components["schemas"]["Suggestion"][];
        };
        SyncRunCreate: {
            /** @default false */
            accepts_missing?: boolean;
            /** @default false */
            full?: boolean;
            /** @enum {string} */
            service: "teamwork" | "hubspot" | "quickbooks";
        };
        SyncRunOut: {
            api_id: string;
            /** Format: date-time */
            created_at: string;
            error: string | null;
            finished_at: string | null;
            is_first: boolean;
            is_full: boolean;
            message: string | null;
            problems: number;
            progress: components["schemas"]["Progress"];
            records: number;
            /** @enum {string} */
            service: "teamwork" | "hubspot" | "quickbooks";
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed";
        };
        TeamCreate: {
            name: string;
            representative: string;
            users: string[];
        };
        TeamNames: {
            api_id: string;
            name: string;
        };
        TeamOut: {
            api_id: string;
            archived_at: string | null;
            can: ("edit" | "archive" | "unarchive" | "delete")[];
            clients: number;
            /** Format: date-time */
            created_at: string;
            name: string;
            projects: number;
            representative: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            updated_at: string;
            users: components["schemas"]["Member"][];
            version: number;
        };
        TeamRow: {
            api_id: string;
            archived_at: string | null;
            /** Format: date-time */
            created_at: string;
            name: string;
            representative: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            updated_at: string;
            users: components["schemas"]["Member"][];
            version: number;
        };
        TeamSales: {
            count: number;
            /** @constant */
            formula: "oos_sold";
            hidden: number;
            money: components["schemas"]["Money"];
            percent: string | null;
            target: components["schemas"]["BoardSum"] | null;
            team: components["schemas"]["Ref"] | null;
            unconverted: components["schemas"]["Money"][];
        };
        TeamStatistics: {
            /** Format: date */
            as_of: string;
            currency: string | null;
            figures: {
                [key: string]: components["schemas"]["EmployeeFigure"];
            };
            /** Format: date */
            from: string;
            missing_rates: string[];
            team: components["schemas"]["Ref"];
        };
        TeamUpdate: {
            /** @default false */
            archived?: boolean;
            /** @default  */
            name?: string;
            /** @default  */
            representative?: string;
            /** @default [] */
            users?: string[];
            version?: number | null;
        };
        TeamworkCategory: {
            api_id: string;
            colour: string | null;
            deleted_at: string | null;
            external_id: string;
            name: string;
            parent: components["schemas"]["Ref"] | null;
            source_url: string | null;
            /** Format: date-time */
            synced_at: string;
        };
        TeamworkClient: {
            address: string | null;
            api_id: string;
            client: components["schemas"]["Ref"] | null;
            deleted_at: string | null;
            email: string | null;
            external_id: string;
            industry: string | null;
            name: string;
            phone: string | null;
            source_url: string | null;
            /** Format: date-time */
            synced_at: string;
            website: string | null;
        };
        TeamworkProject: {
            api_id: string;
            category: components["schemas"]["Ref"] | null;
            company: components["schemas"]["Ref"] | null;
            deleted_at: string | null;
            end_on: string | null;
            external_id: string;
            is_archived: boolean;
            name: string;
            owner: components["schemas"]["Ref"] | null;
            project: components["schemas"]["Ref"] | null;
            source_url: string | null;
            start_on: string | null;
            status: string | null;
            /** Format: date-time */
            synced_at: string;
        };
        TeamworkUser: {
            api_id: string;
            deleted_at: string | null;
            email: string | null;
            external_id: string;
            first_name: string | null;
            job_title: string | null;
            last_name: string | null;
            name: string;
            source_url: string | null;
            /** Format: date-time */
            synced_at: string;
        };
        TestResult: {
            account: string | null;
            message: string;
            what_to_do: string | null;
            works: boolean;
        };
        TotpStart: {
            address: string;
            qr_code: string;
            secret: string;
        };
        UnapprovedWork: {
            account_manager: components["schemas"]["Ref"];
            amount: components["schemas"]["Money"];
            api_id: string;
            client: components["schemas"]["LinkRef"];
            currency: string;
            days_waiting: number;
            hours_logged: string;
            may_decide: boolean;
            name: string;
            number: string;
            oos_type: string | null;
            parent: components["schemas"]["LinkRef"] | null;
            /** @enum {string} */
            project_status: "draft" | "active" | "on_hold" | "completed" | "cancelled" | "ended" | "churned";
            sellers: components["schemas"]["Ref"][];
            /** Format: date */
            sold_on: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled";
        };
        UnapprovedWorkBasic: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            client: components["schemas"]["LinkRef"];
            currency: string;
            days_waiting: number;
            hours_logged: string;
            may_decide: boolean;
            name: string;
            number: string;
            oos_type: string | null;
            parent: components["schemas"]["LinkRef"] | null;
            /** @enum {string} */
            project_status: "draft" | "active" | "on_hold" | "completed" | "cancelled" | "ended" | "churned";
            sellers: components["schemas"]["Ref"][];
            /** Format: date */
            sold_on: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled";
        };
        UserCreate: {
            currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
            email: string;
            first_name: string;
            last_name: string;
            locale?: ("en-us" | "fr-ca") | null;
            roles: ("super_admin" | "admin" | "financial_manager" | "account_manager" | "churn_manager" | "employee")[];
            timezone?: string | null;
        };
        UserOut: {
            api_id: string;
            can: ("edit" | "edit_profile" | "invite" | "deactivate" | "reactivate" | "delete" | "impersonate" | "reset_two_factor" | "end_sessions" | "unlink_google")[];
            /** Format: date-time */
            created_at: string;
            currency: string;
            email: string;
            first_name: string;
            google_linked: boolean;
            grantable_roles: ("super_admin" | "admin" | "financial_manager" | "account_manager" | "churn_manager" | "employee")[];
            invited_at: string | null;
            last_name: string;
            last_seen_at: string | null;
            locale: string;
            name: string;
            previous_roles: string[];
            roles: string[];
            /** @enum {string} */
            status: "invited" | "active" | "deactivated";
            timezone: string;
            two_factor: boolean;
            undelivered_at: string | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        UserRow: {
            api_id: string;
            /** Format: date-time */
            created_at: string;
            currency: string;
            email: string;
            first_name: string;
            google_linked: boolean;
            invited_at: string | null;
            last_name: string;
            last_seen_at: string | null;
            locale: string;
            name: string;
            roles: string[];
            /** @enum {string} */
            status: "invited" | "active" | "deactivated";
            timezone: string;
            two_factor: boolean;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        UserUpdate: {
            /**
             * @default
             * @enum {string}
             */
            currency?: "CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU";
            /** @default  */
            email?: string;
            /** @default  */
            first_name?: string;
            /** @default  */
            last_name?: string;
            /**
             * @default en-us
             * @enum {string}
             */
            locale?: "en-us" | "fr-ca";
            /** @default [] */
            roles?: ("super_admin" | "admin" | "financial_manager" | "account_manager" | "churn_manager" | "employee")[];
            /** @default  */
            timezone?: string;
            version?: number | null;
        };
        ValueCount: {
            awards: number;
            core_value: components["schemas"]["AwardedValue"];
        };
        VisibleChurnEventOut: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            attribution: components["schemas"]["Share"][];
            can: ("edit" | "confirm" | "void" | "win_back")[];
            client: components["schemas"]["LinkRef"];
            competitor: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** Format: date */
            effective_on: string;
            /** @enum {string} */
            initiated_by: "client" | "agency";
            mrr_lost?: components["schemas"]["Money"];
            note: string;
            notice_on: string | null;
            preventable: boolean;
            project: components["schemas"]["LinkRef"];
            reason: string;
            /** @enum {string} */
            scope: "project" | "logo";
            /** @enum {string} */
            state: "recorded" | "confirmed" | "voided" | "won_back";
            tenure_months: number;
            /** Format: date-time */
            updated_at: string;
            version: number;
            won_back_on: string | null;
        };
        VisibleChurnEventRow: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            attribution: components["schemas"]["Share"][];
            client: components["schemas"]["LinkRef"];
            competitor: string | null;
            converted?: components["schemas"]["Money"] | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** Format: date */
            effective_on: string;
            /** @enum {string} */
            initiated_by: "client" | "agency";
            mrr_lost?: components["schemas"]["Money"];
            note: string;
            notice_on: string | null;
            preventable: boolean;
            project: components["schemas"]["LinkRef"];
            rate?: string | null;
            rate_on?: string | null;
            reason: string;
            /** @enum {string} */
            scope: "project" | "logo";
            share?: components["schemas"]["Money"] | null;
            /** @enum {string} */
            state: "recorded" | "confirmed" | "voided" | "won_back";
            tenure_months: number;
            /** Format: date-time */
            updated_at: string;
            version: number;
            won_back_on: string | null;
        };
        VisibleChurnTotals: {
            converted?: components["schemas"]["ConvertedSum"] | null;
            logos: number;
            mrr_lost?: components["schemas"]["Money"][];
            retainers: number;
        };
        VisibleClientOut: {
            account_manager: components["schemas"]["Ref"];
            address: string | null;
            api_id: string;
            archived_at: string | null;
            billing_email: string | null;
            can: ("edit" | "edit_billing" | "archive" | "unarchive" | "delete")[];
            churned_on: string | null;
            contact_email: string | null;
            contact_name: string | null;
            contact_phone: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            first_active_on: string | null;
            health: ("green" | "amber" | "red") | null;
            health_note: string | null;
            industry: string | null;
            language: ("en-us" | "fr-ca") | null;
            lifetime_revenue?: components["schemas"]["Money"];
            links: components["schemas"]["Link"][];
            mrr?: components["schemas"]["Money"];
            name: string;
            notes: string | null;
            outstanding?: components["schemas"]["Money"];
            overdue?: components["schemas"]["Money"];
            payment_terms_days: number | null;
            /** @enum {string} */
            status: "prospect" | "active" | "inactive" | "churned";
            tags: string[];
            team: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
            website: string | null;
        };
        VisibleClientRow: {
            account_manager: components["schemas"]["Ref"];
            api_id: string;
            archived_at: string | null;
            currency: string;
            health: ("green" | "amber" | "red") | null;
            mrr?: components["schemas"]["Money"];
            name: string;
            outstanding?: components["schemas"]["Money"];
            overdue?: components["schemas"]["Money"];
            /** @enum {string} */
            status: "prospect" | "active" | "inactive" | "churned";
            tags: string[];
            team: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        VisibleEmployeeBasicRow: {
            api_id: string;
            capacity_hours_week?: string;
            department?: string | null;
            email: string;
            /** @enum {string} */
            employment?: "full" | "part" | "contractor";
            ended_on?: string | null;
            first_name: string;
            is_billable?: boolean;
            job_title: string | null;
            last_name: string;
            manager?: components["schemas"]["LinkRef"] | null;
            name: string;
            started_on?: string | null;
            /** @enum {string} */
            status?: "active" | "on_leave" | "left";
            teams?: components["schemas"]["Ref"][];
            teamwork_user_id?: string | null;
            /** Format: date-time */
            updated_at?: string;
            user?: components["schemas"]["Ref"] | null;
            version?: number;
        };
        VisibleEmployeeChurnOut: {
            api_id: string;
            churn_event: string;
            client: components["schemas"]["Ref"];
            currency: string;
            /** Format: date */
            effective_on: string;
            employee: components["schemas"]["Ref"];
            months_managed: number;
            mrr_share?: components["schemas"]["Money"];
            project: components["schemas"]["Ref"];
            reason: string;
            /** @enum {string} */
            scope: "project" | "logo";
            /** @enum {string} */
            state: "recorded" | "confirmed" | "voided" | "won_back";
            weight: number;
        };
        VisibleEmployeeOut: {
            api_id: string;
            can?: ("edit" | "edit_contact" | "depart" | "return" | "delete")[];
            capacity_hours_week?: string;
            cost_rate?: components["schemas"]["Money"] | null;
            cost_rates?: components["schemas"]["CostRate"][];
            /** Format: date-time */
            created_at?: string;
            department?: string | null;
            email: string;
            /** @enum {string} */
            employment?: "full" | "part" | "contractor";
            ended_on?: string | null;
            first_name: string;
            is_billable?: boolean;
            job_title: string | null;
            language?: ("en-us" | "fr-ca") | null;
            last_name: string;
            leaves?: components["schemas"]["Leave"][];
            links?: components["schemas"]["Link"][];
            manager?: components["schemas"]["LinkRef"] | null;
            metric_permissions?: ("revenue" | "retainers" | "churn" | "oos" | "hours" | "goals" | "values")[];
            metric_scopes?: ("own" | "team" | "organization")[];
            name: string;
            phone?: string | null;
            reports?: components["schemas"]["Ref"][];
            started_on?: string | null;
            /** @enum {string} */
            status?: "active" | "on_leave" | "left";
            teams?: components["schemas"]["Ref"][];
            teamwork_user_id?: string | null;
            timezone?: string | null;
            /** Format: date-time */
            updated_at?: string;
            user?: components["schemas"]["Ref"] | null;
            utilisation_target?: number | null;
            version?: number;
        };
        VisibleGoalOut: {
            api_id: string;
            /** Format: date */
            as_of: string;
            attainment: string | null;
            can: ("edit" | "activate" | "check_in" | "close" | "reopen" | "delete")[];
            check_ins?: components["schemas"]["CheckIn"][];
            closed_on: string | null;
            closing_note?: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string | null;
            current_value?: string | null;
            description: string;
            /** @enum {string} */
            direction: "reach" | "at_most";
            elapsed: string;
            employee: components["schemas"]["Ref"];
            last_checked_on: string | null;
            /** @enum {string} */
            measure: "number" | "percent" | "money" | "yes_no" | "linked";
            metric_key: ("retained_mrr" | "churned_mrr" | "oos_sold" | "utilisation" | "values_received") | null;
            pace_status: ("on_track" | "behind" | "at_risk") | null;
            /** Format: date */
            period_end: string;
            /** Format: date */
            period_start: string;
            start_value?: string;
            /** @enum {string} */
            status: "draft" | "active" | "achieved" | "missed" | "cancelled";
            target_value?: string;
            title: string;
            /** @enum {string} */
            unit: "number" | "percent" | "money" | "yes_no";
            /** Format: date-time */
            updated_at: string;
            version: number;
            /** @enum {string} */
            visibility: "private" | "team" | "everyone";
            weight: number;
        };
        VisibleGoalRow: {
            api_id: string;
            /** Format: date */
            as_of: string;
            attainment: string | null;
            can: ("edit" | "activate" | "check_in" | "close" | "reopen" | "delete")[];
            closed_on: string | null;
            closing_note?: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string | null;
            current_value?: string | null;
            description: string;
            /** @enum {string} */
            direction: "reach" | "at_most";
            elapsed: string;
            employee: components["schemas"]["Ref"];
            last_checked_on: string | null;
            /** @enum {string} */
            measure: "number" | "percent" | "money" | "yes_no" | "linked";
            metric_key: ("retained_mrr" | "churned_mrr" | "oos_sold" | "utilisation" | "values_received") | null;
            pace_status: ("on_track" | "behind" | "at_risk") | null;
            /** Format: date */
            period_end: string;
            /** Format: date */
            period_start: string;
            start_value?: string;
            /** @enum {string} */
            status: "draft" | "active" | "achieved" | "missed" | "cancelled";
            target_value?: string;
            title: string;
            /** @enum {string} */
            unit: "number" | "percent" | "money" | "yes_no";
            /** Format: date-time */
            updated_at: string;
            version: number;
            /** @enum {string} */
            visibility: "private" | "team" | "everyone";
            weight: number;
        };
        VisibleImpersonatedUser: {
            api_id: string;
            avatar: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            email: string;
            employee: components["schemas"]["CurrentEmployee"] | null;
            first_name: string;
            google_linked: boolean;
            has_password: boolean;
            impersonator?: components["schemas"]["ImpersonatorOut"];
            last_name: string;
            locale: string;
            must_enrol: boolean;
            name: string;
            organization: components["schemas"]["SettingsLabels"];
            permissions: {
                [key: string]: string;
            };
            roles: string[];
            status: string;
            timezone: string;
            two_factor: boolean;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        VisibleOosSaleOut: {
            account_manager: components["schemas"]["Ref"];
            amount?: components["schemas"]["Money"];
            api_id: string;
            approval: components["schemas"]["OosApprovalOut"] | null;
            approved_on: string | null;
            client: components["schemas"]["LinkRef"];
            currency: string;
            hours_logged: string;
            number: string;
            oos_type: string | null;
            parent: components["schemas"]["LinkRef"] | null;
            project: components["schemas"]["LinkRef"];
            project_amount?: components["schemas"]["Money"];
            seller: components["schemas"]["Ref"];
            /** Format: date */
            sold_on: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled";
            weight: number;
        };
        VisibleOosSaleRow: {
            account_manager: components["schemas"]["Ref"];
            amount?: components["schemas"]["Money"];
            api_id: string;
            approved_on: string | null;
            client: components["schemas"]["LinkRef"];
            converted?: components["schemas"]["Money"] | null;
            currency: string;
            number: string;
            oos_type: string | null;
            parent: components["schemas"]["LinkRef"] | null;
            project: components["schemas"]["LinkRef"];
            project_amount?: components["schemas"]["Money"];
            rate?: string | null;
            rate_on?: string | null;
            seller: components["schemas"]["Ref"];
            /** Format: date */
            sold_on: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled";
            weight: number;
        };
        VisiblePeriodOut: {
            account_manager: components["schemas"]["Ref"];
            adjustment: string;
            adjustment_reason: string | null;
            api_id: string;
            base_hours: string;
            can: ("adjust" | "lock" | "unlock")[];
            client: components["schemas"]["Ref"];
            closing_balance: string;
            /** Format: date */
            ends_on: string;
            fee?: components["schemas"]["Money"];
            lapsed_hours: string;
            late_hours: string;
            locked_at: string | null;
            locked_by: components["schemas"]["Ref"] | null;
            overage_hours: string;
            payment?: components["schemas"]["Ref"] | null;
            project: components["schemas"]["Ref"];
            ran_out_on: string | null;
            rollover_in: string;
            rollover_out: string;
            /** Format: date */
            starts_on: string;
            /** @enum {string} */
            status: "open" | "locked";
            /** Format: date-time */
            updated_at: string;
            used_hours: string;
            version: number;
        };
        VisibleProjectOut: {
            account_manager: components["schemas"]["Ref"];
            amount?: components["schemas"]["Money"] | null;
            api_id: string;
            approval: ("waiting" | "approved" | "declined") | null;
            approved_on: string | null;
            archived_at: string | null;
            auto_renew: boolean | null;
            billed?: components["schemas"]["Money"] | null;
            billed_percent?: string | null;
            billing_day: number | null;
            budget_hours: string | null;
            budget_percent: string | null;
            burn_percent: string | null;
            can: ("edit" | "edit_billing" | "archive" | "unarchive" | "delete")[];
            churn?: components["schemas"]["CurrentChurn"] | null;
            client: components["schemas"]["LinkRef"];
            /** @enum {string} */
            counted_hours: "all" | "billable";
            /** Format: date-time */
            created_at: string;
            currency: string;
            deal: components["schemas"]["Ref"] | null;
            description: string | null;
            end_on: string | null;
            fees?: components["schemas"]["Fee"][];
            health: ("green" | "amber" | "red") | null;
            hourly_rate?: components["schemas"]["Money"] | null;
            hours_logged: string;
            hours_shown: boolean;
            included_hours: string | null;
            /** @enum {string} */
            kind: "fixed" | "oos" | "retainer";
            left_hours: string | null;
            links: components["schemas"]["ProjectLink"][];
            members: components["schemas"]["Ref"][];
            monthly_fee?: components["schemas"]["Money"] | null;
            name: string;
            notice_days: number | null;
            number: string;
            oos_type: string | null;
            overage_rate?: components["schemas"]["Money"] | null;
            parent_project: components["schemas"]["LinkRef"] | null;
            project_manager: components["schemas"]["Ref"] | null;
            renews_on: string | null;
            rollover: ("none" | "surplus" | "both") | null;
            rollover_cap_hours: string | null;
            rollover_expiry_months: number | null;
            seller: components["schemas"]["Ref"] | null;
            seller_count: number;
            sold_by: components["schemas"]["Seller"][];
            sold_on: string | null;
            /** Format: date */
            start_on: string;
            /** @enum {string} */
            status: "draft" | "active" | "on_hold" | "completed" | "cancelled" | "ended" | "churned";
            tags: string[];
            team: components["schemas"]["Ref"] | null;
            teamwork_category: components["schemas"]["Ref"] | null;
            term_months: number | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        VisibleProjectRow: {
            account_manager: components["schemas"]["Ref"];
            amount?: components["schemas"]["Money"] | null;
            api_id: string;
            approval: ("waiting" | "approved" | "declined") | null;
            archived_at: string | null;
            auto_renew: boolean | null;
            billed_percent?: string | null;
            budget_hours: string | null;
            budget_percent: string | null;
            burn_percent: string | null;
            client: components["schemas"]["LinkRef"];
            currency: string;
            end_on: string | null;
            health: ("green" | "amber" | "red") | null;
            hours_logged: string;
            hours_shown: boolean;
            included_hours: string | null;
            /** @enum {string} */
            kind: "fixed" | "oos" | "retainer";
            left_hours: string | null;
            monthly_fee?: components["schemas"]["Money"] | null;
            name: string;
            number: string;
            oos_type: string | null;
            renews_on: string | null;
            seller: components["schemas"]["Ref"] | null;
            seller_count: number;
            sold_on: string | null;
            /** Format: date */
            start_on: string;
            /** @enum {string} */
            status: "draft" | "active" | "on_hold" | "completed" | "cancelled" | "ended" | "churned";
            tags: string[];
            team: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        VisibleProjectSale: {
            approval: components["schemas"]["OosApprovalOut"] | null;
            approved_on: string | null;
            currency: string;
            hours_logged: string;
            may_decide: boolean;
            project: components["schemas"]["Ref"];
            project_amount?: components["schemas"]["Money"];
            sellers: components["schemas"]["VisibleSellerPart"][];
            /** Format: date */
            sold_on: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled";
        };
        VisibleSellerPart: {
            amount?: components["schemas"]["Money"];
            api_id: string;
            seller: components["schemas"]["Ref"];
            weight: number;
        };
        VisibleSettingsOut: {
            admins_need_two_factor?: boolean;
            ageing_edges?: number[];
            alert_pace?: string;
            alert_thresholds?: number[];
            allowed_email_domains?: string[];
            attribution_look_back_months?: number;
            bug_project: string | null;
            /** @enum {string} */
            churn_recognition?: "effective" | "notice";
            /** @enum {string} */
            counted_hours?: "all" | "billable";
            /** @enum {string} */
            default_locale: "en-us" | "fr-ca";
            /** @enum {string} */
            exchange_rate_source?: "bank_of_canada" | "by_hand";
            /** @enum {string} */
            fiscal_year_start: "january" | "february" | "march" | "april" | "may" | "june" | "july" | "august" | "september" | "october" | "november" | "december";
            logo: string | null;
            name: string;
            payment_terms_days?: number;
            reporting_currency: string;
            /** @enum {string} */
            rollover?: "none" | "surplus" | "both";
            rollover_cap_hours?: string | null;
            rollover_expiry_months?: number | null;
            timezone: string;
            updated_at?: string | null;
            version?: number;
        };
        VisibleTeamOut: {
            api_id: string;
            archived_at?: string | null;
            can?: ("edit" | "archive" | "unarchive" | "delete")[];
            clients?: number;
            /** Format: date-time */
            created_at?: string;
            name: string;
            projects?: number;
            representative?: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            updated_at?: string;
            users?: components["schemas"]["Member"][];
            version?: number;
        };
        VisibleTeamRow: {
            api_id: string;
            archived_at?: string | null;
            /** Format: date-time */
            created_at?: string;
            name: string;
            representative?: components["schemas"]["Ref"] | null;
            /** Format: date-time */
            updated_at?: string;
            users?: components["schemas"]["Member"][];
            version?: number;
        };
        VisibleUnapprovedWork: {
            account_manager: components["schemas"]["Ref"];
            amount?: components["schemas"]["Money"];
            api_id: string;
            client: components["schemas"]["LinkRef"];
            currency: string;
            days_waiting: number;
            hours_logged: string;
            may_decide: boolean;
            name: string;
            number: string;
            oos_type: string | null;
            parent: components["schemas"]["LinkRef"] | null;
            /** @enum {string} */
            project_status: "draft" | "active" | "on_hold" | "completed" | "cancelled" | "ended" | "churned";
            sellers: components["schemas"]["Ref"][];
            /** Format: date */
            sold_on: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_account_managers: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_AccountManager_"];
                };
            };
        };
    };
    list_activity: {
        parameters: {
            query?: {
                action?: ("created" | "changed" | "deleted" | "signed_in" | "signed_out" | "sign_in_refused" | "password_changed" | "invited" | "handed_over" | "impersonation_started" | "impersonation_stopped" | "google_linked" | "google_unlinked" | "proof_refused" | "totp_on" | "totp_off" | "passkey_added" | "passkey_removed" | "recovery_codes_renewed" | "two_factor_reset" | "session_ended" | "sessions_ended" | "exported" | "imported" | "rates_fetched" | "missing_accepted")[];
                actor?: string[];
                at_from?: string | null;
                at_to?: string | null;
                page?: number;
                per_page?: number;
                person?: string[];
                search?: string;
                sort?: "at" | "-at";
                subject?: string[];
                subject_type?: ("client" | "invoice" | "project" | "churn" | "team" | "employee" | "user" | "settings" | "activity" | "export" | "connection" | "match" | "retainer_period" | "payment" | "oos_approval" | "attachment" | "saved_view" | "core_value" | "award" | "goal" | "enum_option" | "exchange_rate" | "import")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_ActivityRow_"];
                };
            };
        };
    };
    show_api_docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    show_openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    archive_project: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectChoice"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ProjectOut__ProjectWithChurn__ProjectBasic__"];
                };
            };
        };
    };
    unarchive_project: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    archive_projects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchOf_ProjectArchiving_"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Batch_"];
                };
            };
        };
    };
    list_attachments: {
        parameters: {
            query?: {
                category?: ("contract" | "statement_of_work" | "change_order" | "brief" | "proof" | "other")[];
                client?: string[];
                employee?: string[];
                page?: number;
                per_page?: number;
                project?: string[];
                search?: string;
                sensitivity?: ("normal" | "financial" | "hr")[];
                sort?: "category" | "-category" | "file_name" | "-file_name" | "size" | "-size" | "uploaded_at" | "-uploaded_at" | "valid_until" | "-valid_until";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_AttachmentRow_"];
                };
            };
        };
    };
    create_attachment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @default other
                     * @enum {string}
                     */
                    category?: "contract" | "statement_of_work" | "change_order" | "brief" | "proof" | "other";
                    client?: string | null;
                    employee?: string | null;
                    /** Format: binary */
                    file: string;
                    project?: string | null;
                    sensitivity?: ("normal" | "financial" | "hr") | null;
                    title?: string | null;
                    valid_until?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_AttachmentOut_"];
                };
            };
        };
    };
    read_attachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_AttachmentOut_"];
                };
            };
        };
    };
    delete_attachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_attachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default other
                     * @enum {string}
                     */
                    category?: "contract" | "statement_of_work" | "change_order" | "brief" | "proof" | "other";
                    /** @default  */
                    file_name?: string;
                    /**
                     * @default normal
                     * @enum {string}
                     */
                    sensitivity?: "normal" | "financial" | "hr";
                    title?: string | null;
                    valid_until?: string | null;
                    version?: number | null;
                };
                "multipart/form-data": {
                    /**
                     * @default other
                     * @enum {string}
                     */
                    category?: "contract" | "statement_of_work" | "change_order" | "brief" | "proof" | "other";
                    /** Format: binary */
                    file?: string;
                    /** @default  */
                    file_name?: string;
                    /**
                     * @default normal
                     * @enum {string}
                     */
                    sensitivity?: "normal" | "financial" | "hr";
                    title?: string | null;
                    valid_until?: string | null;
                    version?: number | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_AttachmentOut_"];
                };
            };
        };
    };
    download_attachment: {
        parameters: {
            query?: {
                version?: number | null;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    send_code: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    begin_google_attempt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_GoogleAddress_"];
                };
            };
        };
    };
    finish_google_attempt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoogleCallback"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoogleSignedIn"];
                };
            };
        };
    };
    send_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    set_password_by_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordByLink"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    finish_pending: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactor"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    challenge_pending: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_PasskeyChallengeOut_"];
                };
            };
        };
    };
    read_award_totals: {
        parameters: {
            query?: {
                awarded_from?: string | null;
                awarded_to?: string | null;
                core_value?: string[];
                giver?: string[];
                mine?: ("received" | "given") | null;
                page?: number;
                per_page?: number;
                receiver?: string[];
                search?: string;
                sort?: null;
                visibility?: ("everyone" | "private")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_AwardTotals_"];
                };
            };
        };
    };
    list_awards: {
        parameters: {
            query?: {
                awarded_from?: string | null;
                awarded_to?: string | null;
                core_value?: string[];
                giver?: string[];
                mine?: ("received" | "given") | null;
                page?: number;
                per_page?: number;
                receiver?: string[];
                search?: string;
                sort?: "awarded_on" | "-awarded_on" | "created_at" | "-created_at" | "receiver" | "-receiver";
                visibility?: ("everyone" | "private")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_AwardOut_"];
                };
            };
        };
    };
    give_award: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwardCreateAnywhere"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_AwardOut_"];
                };
            };
        };
    };
    revoke_award: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    list_churn_events: {
        parameters: {
            query?: {
                account_manager?: string[];
                client?: string[];
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU")[];
                effective_from?: string | null;
                effective_to?: string | null;
                employee?: string[];
                in?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                initiated_by?: ("client" | "agency")[];
                page?: number;
                per_page?: number;
                preventable?: boolean | null;
                project?: string[];
                reason?: string[];
                scope?: ("project" | "logo")[];
                search?: string;
                sort?: "client" | "-client" | "created_at" | "-created_at" | "effective_on" | "-effective_on" | "mrr_lost" | "-mrr_lost" | "notice_on" | "-notice_on" | "project" | "-project" | "tenure_months" | "-tenure_months";
                state?: ("recorded" | "confirmed" | "voided" | "won_back")[];
                tenure?: ("under_6" | "6_to_11" | "12_to_23" | "24_to_35" | "36_and_more") | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Union_ChurnEventRow__ChurnEventBasic__"];
                };
            };
        };
    };
    read_churn_event: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ChurnEventOut__ChurnEventBasicOut__"];
                };
            };
        };
    };
    update_churn_event: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChurnUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ChurnEventOut__ChurnEventBasicOut__"];
                };
            };
        };
    };
    confirm_churn_event: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmationCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ChurnEventOut__ChurnEventBasicOut__"];
                };
            };
        };
    };
    read_churn_proposal: {
        parameters: {
            query?: {
                effective_on?: string | null;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_ChurnProposal_"];
                };
            };
        };
    };
    read_churn_totals: {
        parameters: {
            query?: {
                account_manager?: string[];
                client?: string[];
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU")[];
                effective_from?: string | null;
                effective_to?: string | null;
                employee?: string[];
                in?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                initiated_by?: ("client" | "agency")[];
                page?: number;
                per_page?: number;
                preventable?: boolean | null;
                project?: string[];
                reason?: string[];
                scope?: ("project" | "logo")[];
                search?: string;
                sort?: null;
                state?: ("recorded" | "confirmed" | "voided" | "won_back")[];
                tenure?: ("under_6" | "6_to_11" | "12_to_23" | "24_to_35" | "36_and_more") | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ChurnTotals__ChurnTotalsBasic__"];
                };
            };
        };
    };
    churn_project: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChurnCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ChurnEventOut__ChurnEventBasicOut__"];
                };
            };
        };
    };
    unchurn_project: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    read_churn_analysis: {
        parameters: {
            query: {
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                from: string;
                scope?: "all" | "team" | "own";
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_ChurnAnalysis_"];
                };
            };
        };
    };
    read_churn_statistics: {
        parameters: {
            query: {
                from: string;
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_ChurnStatistics_"];
                };
            };
        };
    };
    list_clients: {
        parameters: {
            query?: {
                account_manager?: string[];
                archived?: "exclude" | "only" | "include";
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU")[];
                health?: ("green" | "amber" | "red")[];
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "currency" | "-currency" | "mrr" | "-mrr" | "name" | "-name" | "outstanding" | "-outstanding" | "overdue" | "-overdue" | "status" | "-status" | "updated_at" | "-updated_at";
                status?: ("prospect" | "active" | "inactive" | "churned")[];
                team?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Union_ClientRow__ClientBasicRow__"];
                };
            };
        };
    };
    create_client: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ClientOut__ClientBasic__"];
                };
            };
        };
    };
    read_client: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ClientOut__ClientBasic__"];
                };
            };
        };
    };
    delete_client: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_client: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ClientOut__ClientBasic__"];
                };
            };
        };
    };
    list_client_attachments: {
        parameters: {
            query?: {
                category?: ("contract" | "statement_of_work" | "change_order" | "brief" | "proof" | "other")[];
                page?: number;
                per_page?: number;
                search?: string;
                sensitivity?: ("normal" | "financial" | "hr")[];
                sort?: "category" | "-category" | "file_name" | "-file_name" | "size" | "-size" | "uploaded_at" | "-uploaded_at" | "valid_until" | "-valid_until";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_AttachmentRow_"];
                };
            };
        };
    };
    create_client_attachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @default other
                     * @enum {string}
                     */
                    category?: "contract" | "statement_of_work" | "change_order" | "brief" | "proof" | "other";
                    /** Format: binary */
                    file: string;
                    sensitivity?: ("normal" | "financial" | "hr") | null;
                    title?: string | null;
                    valid_until?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_AttachmentOut_"];
                };
            };
        };
    };
    list_client_invoices: {
        parameters: {
            query?: {
                issued_from?: string | null;
                issued_to?: string | null;
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "balance" | "-balance" | "customer_name" | "-customer_name" | "due_on" | "-due_on" | "follow_up_on" | "-follow_up_on" | "issued_on" | "-issued_on" | "number" | "-number" | "total" | "-total";
                status?: ("open" | "partially_paid" | "paid" | "overdue" | "voided" | "deleted_in_source")[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_InvoiceRow_"];
                };
            };
        };
    };
    update_clients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchOf_ClientChange_"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Batch_"];
                };
            };
        };
    };
    list_connections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connections"];
                };
            };
        };
    };
    read_connection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_ConnectionSettings_"];
                };
            };
        };
    };
    disconnect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_connection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_ConnectionSettings_"];
                };
            };
        };
    };
    check_connection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_TestResult_"];
                };
            };
        };
    };
    begin_consent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_ConsentAddress_"];
                };
            };
        };
    };
    finish_consent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentCallback"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_ConnectionSettings_"];
                };
            };
        };
    };
    list_core_values: {
        parameters: {
            query?: {
                is_active?: boolean | null;
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name" | "position" | "-position";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_CoreValueOut_"];
                };
            };
        };
    };
    create_core_value: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CoreValueCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_CoreValueOut_"];
                };
            };
        };
    };
    read_core_value: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_CoreValueOut_"];
                };
            };
        };
    };
    delete_core_value: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_core_value: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CoreValueUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_CoreValueOut_"];
                };
            };
        };
    };
    read_dashboard: {
        parameters: {
            query?: {
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                from?: string | null;
                scope?: "all" | "team" | "own";
                to?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Dashboard_"];
                };
            };
        };
    };
    read_dashboard_months: {
        parameters: {
            query?: {
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                scope?: "all" | "team" | "own";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_BoardHistory_"];
                };
            };
        };
    };
    list_dashboard_rows: {
        parameters: {
            query: {
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                figure: "mrr" | "revenue" | "receivables" | "overdue" | "oos_sold" | "pipeline" | "burn_at_risk" | "utilisation" | "goals" | "values_received" | "lost_retainers" | "lost_clients" | "active_projects" | "active_clients";
                from?: string | null;
                group?: string | null;
                page?: number;
                per_page?: number;
                scope?: "all" | "team" | "own";
                search?: string;
                sort?: "-amount";
                to?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_BoardRow_"];
                };
            };
        };
    };
    deactivate_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Deactivation"] | null;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_UserOut_"];
                };
            };
        };
    };
    reactivate_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    list_deals: {
        parameters: {
            query?: {
                client?: string[];
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "budget" | "-budget" | "closed_on" | "-closed_on" | "name" | "-name";
                state?: ("open" | "won" | "lost")[];
                with_project?: boolean | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_DealOut_"];
                };
            };
        };
    };
    read_deal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_DealOut_"];
                };
            };
        };
    };
    depart: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Departure"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_EmployeeOut__EmployeeOwn__EmployeeCosted__EmployeeBasic__EmployeeRow__"];
                };
            };
        };
    };
    take_back: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    list_employee_churns: {
        parameters: {
            query?: {
                client?: string[];
                effective_from?: string | null;
                effective_to?: string | null;
                employee?: string[];
                page?: number;
                per_page?: number;
                project?: string[];
                reason?: string[];
                search?: string;
                sort?: "client" | "-client" | "effective_on" | "-effective_on" | "employee" | "-employee" | "mrr_share" | "-mrr_share" | "weight" | "-weight";
                state?: ("recorded" | "confirmed" | "voided" | "won_back")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Union_EmployeeChurnOut__EmployeeChurnBasic__"];
                };
            };
        };
    };
    read_employee_churn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_EmployeeChurnOut__EmployeeChurnBasic__"];
                };
            };
        };
    };
    list_goals: {
        parameters: {
            query?: {
                due_from?: string | null;
                due_to?: string | null;
                employee?: string[];
                followed?: boolean | null;
                measure?: ("number" | "percent" | "money" | "yes_no" | "linked")[];
                mine?: boolean | null;
                pace?: ("on_track" | "behind" | "at_risk")[];
                page?: number;
                per_page?: number;
                period_from?: string | null;
                period_to?: string | null;
                search?: string;
                sort?: "created_at" | "-created_at" | "employee" | "-employee" | "period_end" | "-period_end" | "period_start" | "-period_start" | "status" | "-status" | "title" | "-title" | "updated_at" | "-updated_at" | "weight" | "-weight";
                status?: ("draft" | "active" | "achieved" | "missed" | "cancelled")[];
                team?: string[];
                visibility?: ("private" | "team" | "everyone")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Union_GoalRow__GoalBasic__"];
                };
            };
        };
    };
    read_goal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_GoalOut__GoalBasic__"];
                };
            };
        };
    };
    delete_goal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_goal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_GoalOut__GoalBasic__"];
                };
            };
        };
    };
    check_goal_in: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckInCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_GoalOut__GoalBasic__"];
                };
            };
        };
    };
    close_goal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalClosing"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_GoalOut__GoalBasic__"];
                };
            };
        };
    };
    reopen_goal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalReopening"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_GoalOut__GoalBasic__"];
                };
            };
        };
    };
    list_employees: {
        parameters: {
            query?: {
                department?: ("accounts" | "strategy" | "design" | "development" | "content" | "media" | "production" | "finance" | "people" | "management" | "other")[];
                employment?: ("full" | "part" | "contractor")[];
                has_teamwork?: boolean | null;
                has_user?: boolean | null;
                manager?: string[];
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "capacity_hours_week" | "-capacity_hours_week" | "department" | "-department" | "job_title" | "-job_title" | "name" | "-name" | "started_on" | "-started_on" | "updated_at" | "-updated_at";
                status?: ("active" | "on_leave" | "left")[];
                team?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Union_EmployeeBasicRow__EmployeeRow__"];
                };
            };
        };
    };
    create_employee: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmployeeCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_EmployeeOut__EmployeeOwn__EmployeeCosted__EmployeeBasic__EmployeeRow__"];
                };
            };
        };
    };
    read_employee_statistics: {
        parameters: {
            query: {
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                from?: string | null;
                id: string;
                to?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_list_EmployeeStatistics__"];
                };
            };
        };
    };
    read_employee: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_EmployeeOut__EmployeeOwn__EmployeeCosted__EmployeeBasic__EmployeeRow__"];
                };
            };
        };
    };
    delete_employee: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_employee: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmployeeUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_EmployeeOut__EmployeeOwn__EmployeeCosted__EmployeeBasic__EmployeeRow__"];
                };
            };
        };
    };
    list_employee_attachments: {
        parameters: {
            query?: {
                category?: ("contract" | "statement_of_work" | "change_order" | "brief" | "proof" | "other")[];
                page?: number;
                per_page?: number;
                search?: string;
                sensitivity?: ("normal" | "financial" | "hr")[];
                sort?: "category" | "-category" | "file_name" | "-file_name" | "size" | "-size" | "uploaded_at" | "-uploaded_at" | "valid_until" | "-valid_until";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_AttachmentRow_"];
                };
            };
        };
    };
    create_employee_attachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @default other
                     * @enum {string}
                     */
                    category?: "contract" | "statement_of_work" | "change_order" | "brief" | "proof" | "other";
                    /** Format: binary */
                    file: string;
                    sensitivity?: ("normal" | "financial" | "hr") | null;
                    title?: string | null;
                    valid_until?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_AttachmentOut_"];
                };
            };
        };
    };
    list_employee_awards: {
        parameters: {
            query?: {
                awarded_from?: string | null;
                awarded_to?: string | null;
                core_value?: string[];
                giver?: string[];
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "awarded_on" | "-awarded_on" | "created_at" | "-created_at" | "receiver" | "-receiver";
                visibility?: ("everyone" | "private")[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_AwardOut_"];
                };
            };
        };
    };
    give_award_to: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwardCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_AwardOut_"];
                };
            };
        };
    };
    list_goals_of_employee: {
        parameters: {
            query?: {
                due_from?: string | null;
                due_to?: string | null;
                measure?: ("number" | "percent" | "money" | "yes_no" | "linked")[];
                pace?: ("on_track" | "behind" | "at_risk")[];
                page?: number;
                per_page?: number;
                period_from?: string | null;
                period_to?: string | null;
                search?: string;
                sort?: "created_at" | "-created_at" | "employee" | "-employee" | "period_end" | "-period_end" | "period_start" | "-period_start" | "status" | "-status" | "title" | "-title" | "updated_at" | "-updated_at" | "weight" | "-weight";
                status?: ("draft" | "active" | "achieved" | "missed" | "cancelled")[];
                team?: string[];
                visibility?: ("private" | "team" | "everyone")[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Union_GoalRow__GoalBasic__"];
                };
            };
        };
    };
    create_goal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_GoalOut__GoalBasic__"];
                };
            };
        };
    };
    read_employee_holdings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_EmployeeHoldings_"];
                };
            };
        };
    };
    add_leave: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeaveCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_EmployeeOut__EmployeeOwn__EmployeeCosted__EmployeeBasic__EmployeeRow__"];
                };
            };
        };
    };
    remove_leave: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                leave_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    change_leave: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                leave_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeaveUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_EmployeeOut__EmployeeOwn__EmployeeCosted__EmployeeBasic__EmployeeRow__"];
                };
            };
        };
    };
    list_enum_options: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_dict_str__list_EnumItem___"];
                };
            };
        };
    };
    list_own_options: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                enum: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_list_OptionOut__"];
                };
            };
        };
    };
    add_option: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                enum: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OptionCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_OptionOut_"];
                };
            };
        };
    };
    read_own_option: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                enum: string;
                value: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_OptionOut_"];
                };
            };
        };
    };
    delete_option: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                enum: string;
                value: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_option: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                enum: string;
                value: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OptionUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_OptionOut_"];
                };
            };
        };
    };
    list_rate_fetches: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "created_at" | "-created_at";
                status?: ("queued" | "running" | "succeeded" | "failed")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_FetchOut_"];
                };
            };
        };
    };
    create_rate_fetch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_FetchOut_"];
                };
            };
        };
    };
    list_exchange_rates: {
        parameters: {
            query?: {
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU")[];
                id?: string[];
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "created_at" | "-created_at" | "currency" | "-currency" | "observed_on" | "-observed_on" | "rate" | "-rate" | "valid_on" | "-valid_on";
                source?: ("bank_of_canada" | "by_hand" | "imported")[];
                valid_from?: string | null;
                valid_to?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_RateOut_"];
                };
            };
        };
    };
    create_exchange_rate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RateCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_RateOut_"];
                };
            };
        };
    };
    read_exchange_rate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_RateOut_"];
                };
            };
        };
    };
    delete_exchange_rate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_exchange_rate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RateUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_RateOut_"];
                };
            };
        };
    };
    import_exchange_rates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @default false */
                    dry_run?: boolean;
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_ImportOut_"];
                };
            };
        };
    };
    list_exports: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "created_at" | "-created_at";
                status?: ("waiting" | "running" | "ready" | "failed")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_ExportOut_"];
                };
            };
        };
    };
    create_export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_ExportOut_"];
                };
            };
        };
    };
    read_export: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_ExportOut_"];
                };
            };
        };
    };
    delete_export: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    download_export: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    list_follow_up_owners: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Ref_"];
                };
            };
        };
    };
    receive_hook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_named_hook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event: string;
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    list_hubspot_deals: {
        parameters: {
            query?: {
                company?: string[];
                deleted?: "exclude" | "only" | "include";
                owner?: string[];
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "amount" | "-amount" | "closed_on" | "-closed_on" | "name" | "-name" | "synced_at" | "-synced_at";
                state?: ("open" | "won" | "lost")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_HubspotDeal_"];
                };
            };
        };
    };
    read_hubspot_deal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_HubspotDeal_"];
                };
            };
        };
    };
    stop_impersonating: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    start_impersonating: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ImpersonationStart"] | null;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_ImpersonatedUser_"];
                };
            };
        };
    };
    read_import: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_FileImportOut_"];
                };
            };
        };
    };
    apply_import: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportApplication"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_FileImportOut_"];
                };
            };
        };
    };
    check_import: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportCheck"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_FileImportOut_"];
                };
            };
        };
    };
    download_import_errors: {
        parameters: {
            query?: {
                language?: "en-us" | "fr-ca";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    list_import_rows: {
        parameters: {
            query?: {
                outcome?: ("wrong" | "create" | "update" | "unchanged")[];
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "line" | "-line" | "place" | "-place";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_ImportRowOut_"];
                };
            };
        };
    };
    import_clients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_FileImportOut_"];
                };
            };
        };
    };
    download_clients_template: {
        parameters: {
            query?: {
                format?: "csv" | "xlsx";
                language?: "en-us" | "fr-ca";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    import_employees: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_FileImportOut_"];
                };
            };
        };
    };
    download_employees_template: {
        parameters: {
            query?: {
                format?: "csv" | "xlsx";
                language?: "en-us" | "fr-ca";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    list_invoices: {
        parameters: {
            query?: {
                aging_bucket?: string[];
                client?: string[];
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU")[];
                due_from?: string | null;
                due_to?: string | null;
                follow_up?: ("due" | "planned" | "none" | "mine") | null;
                issued_from?: string | null;
                issued_to?: string | null;
                page?: number;
                per_page?: number;
                project?: string[];
                search?: string;
                sort?: "balance" | "-balance" | "customer_name" | "-customer_name" | "due_on" | "-due_on" | "follow_up_on" | "-follow_up_on" | "issued_on" | "-issued_on" | "number" | "-number" | "total" | "-total";
                status?: ("open" | "partially_paid" | "paid" | "overdue" | "voided" | "deleted_in_source")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_InvoiceRow_"];
                };
            };
        };
    };
    read_invoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_InvoiceOut_"];
                };
            };
        };
    };
    update_invoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_InvoiceOut_"];
                };
            };
        };
    };
    update_invoices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchOf_FollowUp_"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Batch_"];
                };
            };
        };
    };
    sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    sign_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    create_match_batch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MatchBatchCreate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Batch_"];
                };
            };
        };
    };
    list_match_candidates: {
        parameters: {
            query?: {
                client?: string[];
                kind?: "client" | "person" | "project";
                page?: number;
                per_page?: number;
                search?: string;
                service?: ("teamwork" | "hubspot" | "quickbooks" | "regie")[];
                sort?: "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Candidate_"];
                };
            };
        };
    };
    read_match_counts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Counts_"];
                };
            };
        };
    };
    create_match_decision: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecisionCreate"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    list_matches: {
        parameters: {
            query?: {
                kind?: "client" | "person" | "project";
                least_score?: number | null;
                page?: number;
                per_page?: number;
                ready?: boolean | null;
                search?: string;
                sort?: "-score";
                status?: "proposed" | "unmatched" | "ignored" | "matched";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Match_"];
                };
            };
        };
    };
    create_match: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MatchCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Ref_"];
                };
            };
        };
    };
    delete_match: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                kind: string;
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    read_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ImpersonatedUser__CurrentUser__"];
                };
            };
        };
    };
    read_own_access: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Access_"];
                };
            };
        };
    };
    set_avatar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AvatarUpload"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    remove_avatar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    unlink_own_google: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    read_notification_choices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_NotificationChoicesOut_"];
                };
            };
        };
    };
    update_notification_choices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationChoicesUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_NotificationChoicesOut_"];
                };
            };
        };
    };
    change_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    prove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Proof"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    read_second_factor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_SecondFactorOut_"];
                };
            };
        };
    };
    add_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyCreate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_RecoveryCodes_"];
                };
            };
        };
    };
    remove_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    ask_new_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_PasskeyChallengeOut_"];
                };
            };
        };
    };
    renew_recovery_codes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_RecoveryCodes_"];
                };
            };
        };
    };
    start_totp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_TotpStart_"];
                };
            };
        };
    };
    remove_totp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    confirm_totp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_RecoveryCodes_"];
                };
            };
        };
    };
    list_mrr_movements: {
        parameters: {
            query?: {
                client?: string[];
                cohort?: boolean;
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                from?: string | null;
                kind?: ("new" | "expansion" | "reactivation" | "contraction" | "churn")[];
                of_currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU")[];
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "-on";
                to?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_MovementOut_"];
                };
            };
        };
    };
    add_up_mrr_movements: {
        parameters: {
            query?: {
                client?: string[];
                cohort?: boolean;
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                from?: string | null;
                kind?: ("new" | "expansion" | "reactivation" | "contraction" | "churn")[];
                of_currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU")[];
                page?: number;
                per_page?: number;
                search?: string;
                sort?: null;
                to?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_MovementTotals_"];
                };
            };
        };
    };
    list_notifications: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "created_at" | "-created_at";
                unread?: boolean | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_NotificationOut_"];
                };
            };
        };
    };
    update_notification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_NotificationOut_"];
                };
            };
        };
    };
    read_notifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadingCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Reading_"];
                };
            };
        };
    };
    record_oos_approval: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OosApprovalCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_OosApprovalOut_"];
                };
            };
        };
    };
    read_oos_approval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_OosApprovalOut_"];
                };
            };
        };
    };
    undo_oos_approval: {
        parameters: {
            query?: {
                version?: number | null;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    change_oos_approval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OosApprovalUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_OosApprovalOut_"];
                };
            };
        };
    };
    list_oos_queue: {
        parameters: {
            query?: {
                account_manager?: string[];
                client?: string[];
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU")[];
                oos_type?: string[];
                page?: number;
                parent?: string[];
                per_page?: number;
                search?: string;
                sold_from?: string | null;
                sold_to?: string | null;
                sort?: "amount" | "-amount" | "client" | "-client" | "hours_logged" | "-hours_logged" | "number" | "-number" | "project" | "-project" | "sold_on" | "-sold_on";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Union_UnapprovedWork__UnapprovedWorkBasic__"];
                };
            };
        };
    };
    list_oos_sales: {
        parameters: {
            query?: {
                account_manager?: string[];
                client?: string[];
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU")[];
                has_team?: boolean | null;
                in?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                oos_type?: string[];
                page?: number;
                parent?: string[];
                per_page?: number;
                search?: string;
                seller?: string[];
                sold_from?: string | null;
                sold_to?: string | null;
                sort?: "amount" | "-amount" | "approved_on" | "-approved_on" | "client" | "-client" | "number" | "-number" | "project" | "-project" | "seller" | "-seller" | "sold_on" | "-sold_on" | "status" | "-status" | "weight" | "-weight";
                status?: ("proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled")[];
                team?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Union_OosSaleRow__OosSaleBasicRow__"];
                };
            };
        };
    };
    read_oos_sales_analysis: {
        parameters: {
            query?: {
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                from?: string | null;
                to?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_SalesAnalysis_"];
                };
            };
        };
    };
    read_oos_sale: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_OosSaleOut__OosSaleBasic__"];
                };
            };
        };
    };
    add_up_oos_sales: {
        parameters: {
            query?: {
                account_manager?: string[];
                client?: string[];
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU")[];
                has_team?: boolean | null;
                in?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                oos_type?: string[];
                page?: number;
                parent?: string[];
                per_page?: number;
                search?: string;
                seller?: string[];
                sold_from?: string | null;
                sold_to?: string | null;
                sort?: null;
                status?: ("proposed" | "approved" | "in_work" | "delivered" | "invoiced" | "paid" | "declined" | "cancelled")[];
                team?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_OosTotals_"];
                };
            };
        };
    };
    read_project_defaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_ProjectDefaults_"];
                };
            };
        };
    };
    list_projects: {
        parameters: {
            query?: {
                account_manager?: string[];
                approval?: ("waiting" | "approved" | "declined")[];
                archived?: "exclude" | "only" | "include";
                auto_renew?: boolean | null;
                burn?: ("over" | "high" | "ok")[];
                client?: string[];
                ends_from?: string | null;
                ends_to?: string | null;
                health?: ("green" | "amber" | "red")[];
                kind?: ("fixed" | "oos" | "retainer")[];
                oos_type?: string[];
                over_budget?: boolean | null;
                page?: number;
                per_page?: number;
                renews_from?: string | null;
                renews_to?: string | null;
                rollover?: ("none" | "surplus" | "both")[];
                scheduled?: boolean | null;
                search?: string;
                seller?: string[];
                sold_from?: string | null;
                sold_to?: string | null;
                sort?: "amount" | "-amount" | "approval" | "-approval" | "billed_percent" | "-billed_percent" | "budget_percent" | "-budget_percent" | "burn_percent" | "-burn_percent" | "client" | "-client" | "end_on" | "-end_on" | "hours_logged" | "-hours_logged" | "left_hours" | "-left_hours" | "monthly_fee" | "-monthly_fee" | "name" | "-name" | "number" | "-number" | "renews_on" | "-renews_on" | "sold_on" | "-sold_on" | "start_on" | "-start_on" | "status" | "-status" | "updated_at" | "-updated_at";
                status?: ("draft" | "active" | "on_hold" | "completed" | "cancelled" | "ended" | "churned")[];
                team?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Union_ProjectRow__ProjectBasicRow__"];
                };
            };
        };
    };
    create_project: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ProjectOut__ProjectWithChurn__ProjectBasic__"];
                };
            };
        };
    };
    list_payments: {
        parameters: {
            query?: {
                account_manager?: string[];
                client?: string[];
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU")[];
                due_from?: string | null;
                due_to?: string | null;
                invoice?: string[];
                page?: number;
                per_page?: number;
                project?: string[];
                search?: string;
                sort?: "amount" | "-amount" | "due_on" | "-due_on" | "status" | "-status";
                status?: ("planned" | "ready" | "invoiced" | "partially_paid" | "paid" | "invoice_voided" | "invoice_deleted" | "skipped" | "written_off")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentPage"];
                };
            };
        };
    };
    create_payment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_PaymentRow_"];
                };
            };
        };
    };
    read_payment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_PaymentRow_"];
                };
            };
        };
    };
    delete_payment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_payment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_PaymentRow_"];
                };
            };
        };
    };
    suggest_invoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestions"];
                };
            };
        };
    };
    update_payments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchOf_PaymentDecision_"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Batch_"];
                };
            };
        };
    };
    make_schedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payments"];
                };
            };
        };
    };
    read_project_statistics: {
        parameters: {
            query: {
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                from?: string | null;
                id: string;
                to?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_list_ProjectStatistics__"];
                };
            };
        };
    };
    read_project: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ProjectOut__ProjectWithChurn__ProjectBasic__"];
                };
            };
        };
    };
    delete_project: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_project: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ProjectOut__ProjectWithChurn__ProjectBasic__"];
                };
            };
        };
    };
    list_project_attachments: {
        parameters: {
            query?: {
                category?: ("contract" | "statement_of_work" | "change_order" | "brief" | "proof" | "other")[];
                page?: number;
                per_page?: number;
                search?: string;
                sensitivity?: ("normal" | "financial" | "hr")[];
                sort?: "category" | "-category" | "file_name" | "-file_name" | "size" | "-size" | "uploaded_at" | "-uploaded_at" | "valid_until" | "-valid_until";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_AttachmentRow_"];
                };
            };
        };
    };
    create_project_attachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @default other
                     * @enum {string}
                     */
                    category?: "contract" | "statement_of_work" | "change_order" | "brief" | "proof" | "other";
                    /** Format: binary */
                    file: string;
                    sensitivity?: ("normal" | "financial" | "hr") | null;
                    title?: string | null;
                    valid_until?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_AttachmentOut_"];
                };
            };
        };
    };
    read_project_oos_sale: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_ProjectSale__ProjectSaleBasic__"];
                };
            };
        };
    };
    update_projects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchOf_ProjectChange_"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Batch_"];
                };
            };
        };
    };
    list_quickbooks_customers: {
        parameters: {
            query?: {
                active?: boolean | null;
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU")[];
                deleted?: "exclude" | "only" | "include";
                linked?: boolean | null;
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "balance" | "-balance" | "name" | "-name" | "synced_at" | "-synced_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_QuickbooksCustomer_"];
                };
            };
        };
    };
    list_receivables: {
        parameters: {
            query?: {
                aging_bucket?: string[];
                as_of?: string | null;
                client?: string[];
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU")[];
                matched?: boolean | null;
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "balance" | "-balance" | "customer_name" | "-customer_name" | "due_on" | "-due_on" | "issued_on" | "-issued_on" | "number" | "-number";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Receivable_"];
                };
            };
        };
    };
    read_ageing: {
        parameters: {
            query?: {
                as_of?: string | null;
                client?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Ageing_"];
                };
            };
        };
    };
    list_receivables_by_client: {
        parameters: {
            query?: {
                as_of?: string | null;
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "client" | "-client" | "currency" | "-currency" | "follow_up" | "-follow_up" | "total" | "-total";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_ClientReceivables_"];
                };
            };
        };
    };
    list_retainer_burns: {
        parameters: {
            query?: {
                account_manager?: string[];
                client?: string[];
                page?: number;
                per_page?: number;
                project?: string[];
                search?: string;
                sort?: "burn_percent" | "-burn_percent" | "client" | "-client" | "forecast_overage_hours" | "-forecast_overage_hours" | "left_hours" | "-left_hours" | "pace" | "-pace" | "project" | "-project" | "renews_on" | "-renews_on" | "risk" | "-risk" | "runs_out_on" | "-runs_out_on";
                team?: string[];
                used_above?: number | null;
                warning?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Burn_"];
                };
            };
        };
    };
    read_retainer_burn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_BurnOut_"];
                };
            };
        };
    };
    lock_retainers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetainerLock"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_RetainerLockOut_"];
                };
            };
        };
    };
    list_retainer_periods: {
        parameters: {
            query?: {
                account_manager?: string[];
                client?: string[];
                page?: number;
                per_page?: number;
                project?: string[];
                search?: string;
                sort?: "client" | "-client" | "closing_balance" | "-closing_balance" | "project" | "-project" | "starts_on" | "-starts_on" | "used_hours" | "-used_hours";
                starts_from?: string | null;
                starts_to?: string | null;
                status?: ("open" | "locked")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Union_PeriodOut__PeriodBasic__"];
                };
            };
        };
    };
    read_retainer_period: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_PeriodOut__PeriodBasic__"];
                };
            };
        };
    };
    adjust_retainer_period: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeriodUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_PeriodOut__PeriodBasic__"];
                };
            };
        };
    };
    lock_retainer_period: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_PeriodOut__PeriodBasic__"];
                };
            };
        };
    };
    unlock_retainer_period: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeriodUnlock"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_PeriodOut__PeriodBasic__"];
                };
            };
        };
    };
    refresh_csrf_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    list_saved_views: {
        parameters: {
            query?: {
                is_default?: boolean | null;
                is_shared?: boolean | null;
                list_name?: string[];
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "list_name" | "-list_name" | "name" | "-name" | "updated_at" | "-updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_SavedViewOut_"];
                };
            };
        };
    };
    create_saved_view: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedViewCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_SavedViewOut_"];
                };
            };
        };
    };
    read_saved_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_SavedViewOut_"];
                };
            };
        };
    };
    delete_saved_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_saved_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedViewUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_SavedViewOut_"];
                };
            };
        };
    };
    pin_saved_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    unpin_saved_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    use_saved_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    search_everything: {
        parameters: {
            query?: {
                limit?: number;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_list_Hit__"];
                };
            };
        };
    };
    list_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_list_SessionRow__"];
                };
            };
        };
    };
    end_other_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    end_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    read_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_SettingsOut__SettingsLabels__"];
                };
            };
        };
    };
    update_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_SettingsOut_"];
                };
            };
        };
    };
    read_logo: {
        parameters: {
            query?: {
                v?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    list_sync_runs: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                search?: string;
                service?: ("teamwork" | "hubspot" | "quickbooks")[];
                sort?: "created_at" | "-created_at" | "finished_at" | "-finished_at" | "service" | "-service";
                status?: ("queued" | "running" | "succeeded" | "failed")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_SyncRunOut_"];
                };
            };
        };
    };
    create_sync_run: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SyncRunCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_SyncRunOut_"];
                };
            };
        };
    };
    read_sync_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_SyncRunOut_"];
                };
            };
        };
    };
    list_teams: {
        parameters: {
            query?: {
                archived?: "exclude" | "only" | "include";
                page?: number;
                per_page?: number;
                representative?: string[];
                search?: string;
                sort?: "created_at" | "-created_at" | "name" | "-name" | "representative" | "-representative" | "updated_at" | "-updated_at";
                user?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Union_TeamRow__TeamNames__"];
                };
            };
        };
    };
    create_team: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_TeamOut__TeamNames__"];
                };
            };
        };
    };
    read_team_statistics: {
        parameters: {
            query: {
                currency?: ("CAD" | "USD" | "EUR" | "GBP" | "AUD" | "NZD" | "CHF" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "BGN" | "ISK" | "TRY" | "ILS" | "AED" | "SAR" | "QAR" | "KWD" | "BHD" | "ZAR" | "MAD" | "TND" | "EGP" | "NGN" | "KES" | "XAF" | "XOF" | "INR" | "PKR" | "BDT" | "LKR" | "CNY" | "HKD" | "TWD" | "JPY" | "KRW" | "SGD" | "MYR" | "THB" | "IDR" | "PHP" | "VND" | "MXN" | "BRL" | "ARS" | "CLP" | "COP" | "PEN" | "UYU") | null;
                from?: string | null;
                id: string;
                to?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_list_TeamStatistics__"];
                };
            };
        };
    };
    read_team: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_TeamOut__TeamNames__"];
                };
            };
        };
    };
    delete_team: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_team: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Union_TeamOut__TeamNames__"];
                };
            };
        };
    };
    list_teamwork_clients: {
        parameters: {
            query?: {
                deleted?: "exclude" | "only" | "include";
                linked?: boolean | null;
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "name" | "-name" | "synced_at" | "-synced_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_TeamworkClient_"];
                };
            };
        };
    };
    read_teamwork_client: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_TeamworkClient_"];
                };
            };
        };
    };
    list_teamwork_project_categories: {
        parameters: {
            query?: {
                deleted?: "exclude" | "only" | "include";
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "name" | "-name" | "synced_at" | "-synced_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_TeamworkCategory_"];
                };
            };
        };
    };
    read_teamwork_project_category: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_TeamworkCategory_"];
                };
            };
        };
    };
    list_teamwork_projects: {
        parameters: {
            query?: {
                archived?: "exclude" | "only" | "include";
                category?: string[];
                company?: string[];
                deleted?: "exclude" | "only" | "include";
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "end_on" | "-end_on" | "name" | "-name" | "start_on" | "-start_on" | "synced_at" | "-synced_at";
                with_project?: boolean | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_TeamworkProject_"];
                };
            };
        };
    };
    read_teamwork_project: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_TeamworkProject_"];
                };
            };
        };
    };
    list_teamwork_users: {
        parameters: {
            query?: {
                deleted?: "exclude" | "only" | "include";
                linked?: boolean | null;
                page?: number;
                per_page?: number;
                search?: string;
                sort?: "email" | "-email" | "name" | "-name" | "synced_at" | "-synced_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_TeamworkUser_"];
                };
            };
        };
    };
    list_users: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                role?: ("super_admin" | "admin" | "financial_manager" | "account_manager" | "churn_manager" | "employee")[];
                search?: string;
                sort?: "created_at" | "-created_at" | "email" | "-email" | "last_seen_at" | "-last_seen_at" | "name" | "-name" | "status" | "-status";
                status?: ("invited" | "active" | "deactivated")[];
                two_factor?: boolean | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_UserRow_"];
                };
            };
        };
    };
    invite_user: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_UserOut_"];
                };
            };
        };
    };
    read_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_UserOut_"];
                };
            };
        };
    };
    delete_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_UserOut_"];
                };
            };
        };
    };
    read_access: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Access_"];
                };
            };
        };
    };
    read_avatar: {
        parameters: {
            query?: {
                v?: string | null;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    unlink_google: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    read_holdings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_Holdings_"];
                };
            };
        };
    };
    resend_invitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    read_profile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_UserOut_"];
                };
            };
        };
    };
    replace_profile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Profile"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_UserOut_"];
                };
            };
        };
    };
    update_profile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item_UserOut_"];
                };
            };
        };
    };
    reset_two_factor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    end_sessions_of: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
