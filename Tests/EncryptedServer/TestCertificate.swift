/// Certificates for tests, made once with openssl; no machine but this one's loopback has them.
///
/// All have the same key, which is no secret, and are valid from 2020 to 2120 but for one.
public enum TestCertificate: String, CaseIterable, Sendable {
  /// Of `localhost` and 127.0.0.1, issued by the test authority.
  case good
  /// Of `other.test`, issued by the test authority.
  case wrongName
  /// Of `localhost` and 127.0.0.1, valid in 2001, issued by the test authority.
  case expired
  /// Of `localhost` and 127.0.0.1, issued by itself.
  case selfSigned

  /// The certificate.
  public var pem: String {
    switch self {
    case .good:
      """
      -----BEGIN CERTIFICATE-----
      MIIBsjCCAVmgAwIBAgIUJ2azxiYe0Hxj7cVObFo9VokZbVMwCgYIKoZIzj0EAwIw
      HTEbMBkGA1UEAwwSZG5wIHRlc3QgYXV0aG9yaXR5MCAXDTIwMDEwMTAwMDAwMFoY
      DzIxMjAwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjO
      PQIBBggqhkjOPQMBBwNCAASFLVSRXGyIaaFt+RR27khpkef6SPy4fcq/gTKBGJtR
      jMvgGjsrGKT+Fcpy7Og+kXruOlnDlF/m0TYLxVgmoKW5o34wfDAaBgNVHREEEzAR
      gglsb2NhbGhvc3SHBH8AAAEwCQYDVR0TBAIwADATBgNVHSUEDDAKBggrBgEFBQcD
      ATAdBgNVHQ4EFgQUWqhrQ6uyFI+3GRm+/ZzuH4/OCb4wHwYDVR0jBBgwFoAUSAVV
      EoAl5o1StrP7llVB8gEkuycwCgYIKoZIzj0EAwIDRwAwRAIgTh+cj/+2nu44jIXx
      e8eJc1gjCY6tU3f7wPaWlubsmD8CIHYvh3JNkXNKb7fP1egMJAYsgkMkGmPFBuQ1
      hoyZdtGN
      -----END CERTIFICATE-----
      """
    case .wrongName:
      """
      -----BEGIN CERTIFICATE-----
      MIIBrjCCAVWgAwIBAgIUVfac2p10OrxAVimDaGauSnespaowCgYIKoZIzj0EAwIw
      HTEbMBkGA1UEAwwSZG5wIHRlc3QgYXV0aG9yaXR5MCAXDTIwMDEwMTAwMDAwMFoY
      DzIxMjAwMTAxMDAwMDAwWjAVMRMwEQYDVQQDDApvdGhlci50ZXN0MFkwEwYHKoZI
      zj0CAQYIKoZIzj0DAQcDQgAEhS1UkVxsiGmhbfkUdu5IaZHn+kj8uH3Kv4EygRib
      UYzL4Bo7Kxik/hXKcuzoPpF67jpZw5Rf5tE2C8VYJqCluaN5MHcwFQYDVR0RBA4w
      DIIKb3RoZXIudGVzdDAJBgNVHRMEAjAAMBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0G
      A1UdDgQWBBRaqGtDq7IUj7cZGb79nO4fj84JvjAfBgNVHSMEGDAWgBRIBVUSgCXm
      jVK2s/uWVUHyASS7JzAKBggqhkjOPQQDAgNHADBEAiBgSIs71B6LBvgGNzP4g39n
      5VnG69/Gn55r9PfVPRNAlwIgPYhuqBjoE4IuFK7k3bJ0ysllZXcTRJYuyjwaLjBc
      sSk=
      -----END CERTIFICATE-----
      """
    case .expired:
      """
      -----BEGIN CERTIFICATE-----
      MIIBsjCCAVegAwIBAgIUekNjR1quhJ0ubkpDrdrCiJHhQOIwCgYIKoZIzj0EAwIw
      HTEbMBkGA1UEAwwSZG5wIHRlc3QgYXV0aG9yaXR5MB4XDTAxMDEwMTAwMDAwMFoX
      DTAyMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0C
      AQYIKoZIzj0DAQcDQgAEhS1UkVxsiGmhbfkUdu5IaZHn+kj8uH3Kv4EygRibUYzL
      4Bo7Kxik/hXKcuzoPpF67jpZw5Rf5tE2C8VYJqCluaN+MHwwGgYDVR0RBBMwEYIJ
      bG9jYWxob3N0hwR/AAABMAkGA1UdEwQCMAAwEwYDVR0lBAwwCgYIKwYBBQUHAwEw
      HQYDVR0OBBYEFFqoa0OrshSPtxkZvv2c7h+Pzgm+MB8GA1UdIwQYMBaAFEgFVRKA
      JeaNUraz+5ZVQfIBJLsnMAoGCCqGSM49BAMCA0kAMEYCIQCN2qanMe+Vq21xvZSG
      n0aokEkqhdFIzgqj0rp/HP2+UQIhAMOdWsY/NbidZq+ukHfP1fq8XMqdEHFaJ8or
      Rn0dHcaK
      -----END CERTIFICATE-----
      """
    case .selfSigned:
      """
      -----BEGIN CERTIFICATE-----
      MIIBiTCCAS+gAwIBAgIUe/UPqPoG0GmkT+O++qChBgAb9E4wCgYIKoZIzj0EAwIw
      FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAx
      MDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
      PQMBBwNCAASFLVSRXGyIaaFt+RR27khpkef6SPy4fcq/gTKBGJtRjMvgGjsrGKT+
      Fcpy7Og+kXruOlnDlF/m0TYLxVgmoKW5o10wWzAaBgNVHREEEzARgglsb2NhbGhv
      c3SHBH8AAAEwCQYDVR0TBAIwADATBgNVHSUEDDAKBggrBgEFBQcDATAdBgNVHQ4E
      FgQUWqhrQ6uyFI+3GRm+/ZzuH4/OCb4wCgYIKoZIzj0EAwIDSAAwRQIgBxflVY5A
      wUR7ImB6j8ZpyWh3+c4wjhrc6p406eBtn6gCIQCLS4Nf15LuMrgRR7aG2yn5V1PX
      S0ePfrhEU8bpMkIYBQ==
      -----END CERTIFICATE-----
      """
    }
  }

  /// The certificate of the authority that has issued all but one of them.
  public static let authority = """
    -----BEGIN CERTIFICATE-----
    MIIBcDCCARagAwIBAgIUZo8rnjGFBH1m+XYm7YdWPMHGWpgwCgYIKoZIzj0EAwIw
    HTEbMBkGA1UEAwwSZG5wIHRlc3QgYXV0aG9yaXR5MCAXDTIwMDEwMTAwMDAwMFoY
    DzIxMjAwMTAxMDAwMDAwWjAdMRswGQYDVQQDDBJkbnAgdGVzdCBhdXRob3JpdHkw
    WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ1mm6vC1kOxQMLDRV53wr4h0SRXd6s
    5ixCl/7sAnKUga73X/PsWMrgKmYPIfONUcfiSTK2SK6kpZjpGa70IHuoozIwMDAP
    BgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBRIBVUSgCXmjVK2s/uWVUHyASS7JzAK
    BggqhkjOPQQDAgNIADBFAiBtp8yowlfNFn0+xom+lAq+EW7HWV6hhdvOveUN15Vn
    9gIhANMuxKJWLpR7ZD/Ca3LKcoDMS5nYRDqNf7l/p39Yg1/s
    -----END CERTIFICATE-----
    """

  /// The key of each certificate.
  public static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgIKopOvhsSzEuTYi8
    /b8pQBBqOKoj3XvAVJiL9YK4BhqhRANCAASFLVSRXGyIaaFt+RR27khpkef6SPy4
    fcq/gTKBGJtRjMvgGjsrGKT+Fcpy7Og+kXruOlnDlF/m0TYLxVgmoKW5
    -----END PRIVATE KEY-----
    """
}
